// What rp2040js lacks of the chip, and the tests need.

const FIFO_STATUS = 0x50; // registers of SIO
const FIFO_WRITE = 0x54;
const FIFO_READ = 0x58;
const FORCE_OFF = 0x4; // register of PSM
const CORE_1 = 0x10000;
const RANDOM_BIT = 0x1c; // register of ROSC
const BAUD_RATE = 0x14; // registers of SSI
const DATA = 0x60;
const READ_UNIQUE_ID = 0x4b; // flash command: a command byte, four to wait, eight of the number

// Core 1 does not exist. Its mailbox echoes, so that resets and launches do not hang core 0.
// launched(): the firmware starts code on it, which is not executed.
export function fakeCore1(mcu, launched) {
  const fifo = [];
  const { sio } = mcu;
  const psm = mcu.peripherals[0x40010];
  const readSio = sio.readUint32.bind(sio);
  const writeSio = sio.writeUint32.bind(sio);
  const writePsm = psm.writeUint32.bind(psm);
  let told = false;
  sio.readUint32 = (offset) => {
    if (offset === FIFO_STATUS) {
      return fifo.length ? 3 : 2;
    }
    return offset === FIFO_READ ? (fifo.shift() ?? 0) : readSio(offset);
  };
  sio.writeUint32 = (offset, value) => {
    if (offset === FIFO_WRITE) {
      fifo.push(value);
      if (value > 1 && !told) {
        told = true;
        launched();
      }
    } else if (offset !== FIFO_STATUS) {
      writeSio(offset, value);
    }
  };
  psm.writeUint32 = (offset, value) => {
    const before = psm.frceOff;
    writePsm(offset, value);
    if (offset === FORCE_OFF && (before ^ psm.frceOff) & CORE_1) {
      if (psm.frceOff & CORE_1) {
        fifo.length = 0;
      } else {
        fifo.push(0);
      }
    }
  };
}

// Bits of os.urandom. random(): 0 up to 1.
export function seedRandomBits(mcu, random) {
  const rosc = mcu.peripherals[0x40060];
  const read = rosc.readUint32.bind(rosc);
  rosc.readUint32 = (offset) => (offset === RANDOM_BIT ? Number(random() < 0.5) : read(offset));
}

// The serial number of the flash, which machine.unique_id() reads. id: 8 bytes.
export function numberFlash(mcu, id) {
  const ssi = mcu.peripherals[0x18000];
  const read = ssi.readUint32.bind(ssi);
  const write = ssi.writeUint32.bind(ssi);
  let place = Infinity; // of the byte that comes back for the one written last
  ssi.writeUint32 = (offset, value) => {
    if (offset === DATA) {
      place = value === READ_UNIQUE_ID ? 0 : place + 1;
    }
    write(offset, value);
  };
  ssi.readUint32 = (offset) =>
    offset === DATA && place >= 5 && place < 5 + id.length ? id[place - 5] : read(offset);
}

// The flash's clock. changed(divider): the processor's clock is `divider` times as fast from now on.
export function watchFlashClock(mcu, changed) {
  const ssi = mcu.peripherals[0x18000];
  const write = ssi.writeUint32.bind(ssi);
  ssi.writeUint32 = (offset, value) => {
    if (offset === BAUD_RATE) {
      changed(value);
    }
    write(offset, value);
  };
}
