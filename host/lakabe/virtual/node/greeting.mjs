// Who may talk to the serial port of a virtual board: a program that says hello first.
//
// Any web page can have the browser send an HTTP request to a port of this computer, with lines of its choice in the
// body. No request begins with a line of the protocol.

const GREETING_MS = 5000; // how long a connection may take to greet
const MOST_WAITING = 16; // connections that have not greeted yet; for one more, the first of them has to go
const LONGEST = 200; // bytes of a line of the protocol
const HELLO = /^\$([0-9]{1,4} hello(?: [!-#%-?A-~]+)+)\*([0-9a-f]{4})\r*\n$/;

const waiting = new Set(); // what closes them

// Reads the first line of a socket, and calls welcome(socket, bytes to be read first) when it is a hello, or the
// key, which is not passed on. Otherwise the socket is closed and refused(why) is called.
export function whenGreeted(socket, { key, welcome, refused }) {
  let bytes = Buffer.alloc(0);
  const limit = setTimeout(() => refuse("it said nothing for too long"), GREETING_MS);
  waiting.add(refuse);
  if (waiting.size > MOST_WAITING) {
    waiting.values().next().value("too many connections wait to greet");
  }

  function done() {
    clearTimeout(limit);
    socket.off("data", hear);
    socket.off("close", done);
    waiting.delete(refuse);
  }

  function refuse(why) {
    done();
    socket.destroy();
    refused(why);
  }

  function hear(more) {
    bytes = Buffer.concat([bytes, more]);
    const end = bytes.indexOf(10) + 1;
    const line = bytes.subarray(0, end || LONGEST).toString("latin1");
    if (end && (line === `${key}\n` || isHello(line))) {
      done();
      socket.pause();
      welcome(socket, line.startsWith("$") ? bytes : bytes.subarray(end));
    } else if (end || bytes.length >= LONGEST || !couldGreet(line, key)) {
      refuse("its first line is no hello");
    }
  }

  socket.on("data", hear);
  socket.on("close", done);
}

// Whether this may be the beginning of a greeting.
function couldGreet(text, key) {
  return text.startsWith("$") || `${key}\n`.startsWith(text);
}

function isHello(line) {
  const found = HELLO.exec(line);
  return found !== null && checksum(found[1]) === found[2];
}

// Fletcher-16, the second sum first.
function checksum(body) {
  let [first, second] = [0, 0];
  for (const byte of Buffer.from(body, "latin1")) {
    first = (first + byte) % 255;
    second = (second + first) % 255;
  }
  return (second * 256 + first).toString(16).padStart(4, "0");
}
