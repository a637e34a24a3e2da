// The computer's side of the USB serial port.
//
// The host model of rp2040js answers every poll with an empty packet, which slows the firmware threefold. This
// one keeps silent while there is nothing to send, and takes packets one by one at poll time.

import { USBCDC } from "rp2040js";

export const COMPUTER = "computer"; // what a USB cable can lead to
export const CHARGER = "charger"; // 5 V, and nobody who talks
export const NOTHING = "nothing";

const FRAME_NS = 1e6;
const QUIET_NS = 3e6; // without a word from a computer for so long, a device is suspended
const SUSPENDED = 1 << 4; // bits of SIE_STATUS
const SIE_STATUS = 0x50;
const AVAILABLE = 1 << 10; // bits of an endpoint's buffer control
const FULL = 1 << 15;
const LENGTH = 0x3ff;
const DOUBLE_BUFFERED = 1 << 30; // bit of an endpoint's control
const PACKET = 64;
const DTR_AND_RTS = 3;

export class UsbHost extends USBCDC {
  constructor(pico) {
    const usb = pico.mcu.usbCtrl;
    super(usb);
    this.pico = pico;
    this.outAlarm = pico.clock.createAlarm(() => this.deliver());
    this.inAlarm = pico.clock.createAlarm(() => this.collect());
    this.quietAlarm = pico.clock.createAlarm(() => this.suspend());
    this.forget();
    usb.onUSBEnabled = () => this.plugged();
    // The computer numbers its milliseconds, and a device can read the number it heard last.
    let frame = 0;
    Object.defineProperty(usb, "sofFrameNumber", {
      get: () => (frame = this.connected ? Math.floor(pico.nowNs / FRAME_NS) : frame),
    });
    const write = usb.writeUint32.bind(usb);
    usb.writeUint32 = (offset, value) => {
      if (offset === SIE_STATUS && usb.rawWriteValue & SUSPENDED) {
        usb.sieStatus &= ~SUSPENDED;
      }
      write(offset, value);
    };
    usb.onEndpointRead = (endpoint, size) => {
      if (endpoint === this.outEndpoint) {
        this.wanted = size;
        this.pollOut();
      }
    };
    const updated = usb.DPRAMUpdated.bind(usb);
    usb.DPRAMUpdated = (offset, value) => {
      if (this.inEndpoint > 0 && offset === 0x80 + 8 * this.inEndpoint && value & AVAILABLE) {
        this.offered = offset;
        this.pollIn();
      } else {
        updated(offset, value);
      }
    };
    this.onDeviceConnected = () => {
      this.connected = true;
      pico.usbReady();
    };
    const wrote = usb.onEndpointWrite;
    usb.onEndpointWrite = (endpoint, buffer) => {
      const talking = this.connected;
      wrote(endpoint, buffer);
      if (talking && endpoint === 0 && !buffer.length) {
        this.telling = false;
        this.tellOpen();
      }
    };
  }

  // Nothing has been said yet.
  forget() {
    this.queue = []; // bytes on their way to the device
    this.wanted = -1; // bytes the device is ready to take; -1: none
    this.offered = -1; // where the buffer control of a packet for us lies; -1: there is none
    this.connected = false;
    this.telling = false; // whether an answer to tellOpen is still to come
    this.told = false; // what it told last
    this.initialized = false;
    this.descriptorsSize = null;
    this.descriptors = [];
    this.inEndpoint = -1;
    this.outEndpoint = -1;
    this.outAlarm.cancel();
    this.inAlarm.cancel();
    this.quietAlarm.cancel();
  }

  // The cable now leads to what `pico.cable` says. A computer resets the device and gives it an address.
  plugged() {
    this.forget();
    if (this.pico.cable === COMPUTER) {
      this.usb.resetDevice();
    } else {
      this.quietAlarm.schedule(QUIET_NS);
    }
  }

  suspend() {
    this.usb.sieStatus |= SUSPENDED;
    this.usb.sieStatusUpdated();
  }

  // Called by rp2040js at the end of enumeration, and by us later.
  cdcSetControlLineState() {
    this.telling = true;
    this.told = this.pico.portOpen;
    super.cdcSetControlLineState(this.told ? DTR_AND_RTS : 0);
  }

  // Tells the device whether a program has the port open, when it has acknowledged what it was told before.
  tellOpen() {
    if (this.connected && !this.telling && this.told !== this.pico.portOpen) {
      this.cdcSetControlLineState();
    }
  }

  // A program on the computer has opened or closed the port.
  opened() {
    this.tellOpen();
    this.pollIn();
  }

  // Operating systems fetch nothing while no program has the port open.
  get reading() {
    return this.pico.portOpen && this.pico.hostReading;
  }

  write(bytes) {
    for (const byte of bytes) {
      this.queue.push(byte);
    }
    this.pollOut();
  }

  pollOut() {
    if (this.wanted >= 0 && this.queue.length && !this.outAlarm.scheduled) {
      this.outAlarm.schedule(this.pico.options.usbOutUs * 1000);
    }
  }

  pollIn() {
    if (this.offered >= 0 && this.reading && !this.inAlarm.scheduled) {
      this.inAlarm.schedule(this.pico.options.usbInUs * 1000);
    }
  }

  deliver() {
    if (this.wanted < 0 || !this.queue.length) {
      return;
    }
    const count = Math.min(this.wanted, PACKET, this.queue.length);
    this.wanted = -1;
    this.usb.finishRead(this.outEndpoint, Uint8Array.from(this.queue.splice(0, count)));
  }

  collect() {
    if (this.offered < 0 || !this.reading) {
      return;
    }
    const { usb, inEndpoint: endpoint, offered } = this;
    const { usbDPRAM: memory, usbDPRAMView: view } = usb.rp2040;
    const control = view.getUint32(0x08 + 8 * (endpoint - 1), true);
    const base = control & 0xffc0;
    let state = view.getUint32(offered, true);
    const packets = [memory.slice(base, base + (state & LENGTH))];
    state &= ~(AVAILABLE | FULL);
    if (control & DOUBLE_BUFFERED && (state >>> 16) & AVAILABLE) {
      packets.push(memory.slice(base + PACKET, base + PACKET + ((state >>> 16) & LENGTH)));
      state &= ~((AVAILABLE | FULL) << 16);
    }
    view.setUint32(offered, state >>> 0, true);
    this.offered = -1;
    usb.indicateBufferReady(endpoint, false);
    for (const packet of packets) {
      if (packet.length) {
        this.pico.received(packet);
      }
    }
  }
}
