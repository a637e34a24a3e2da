// Emulated time in nanoseconds, and alarms in it. Has the interface of the clocks of rp2040js.

export class Clock {
  constructor() {
    this.nextAlarm = null; // head of a list in order of time
    this.nanosCounter = 0;
  }

  get nanos() {
    return this.nanosCounter;
  }

  get micros() {
    return this.nanosCounter / 1000;
  }

  get nanosToNextAlarm() {
    return this.nextAlarm ? Math.max(0, this.nextAlarm.nanos - this.nanosCounter) : 0;
  }

  createAlarm(callback) {
    return new Alarm(this, callback);
  }

  link(alarm, delta) {
    alarm.nanos = this.nanosCounter + Math.max(0, delta);
    let before = null;
    let after = this.nextAlarm;
    while (after && after.nanos <= alarm.nanos) {
      before = after;
      after = after.next;
    }
    alarm.next = after;
    if (before) {
      before.next = alarm;
    } else {
      this.nextAlarm = alarm;
    }
  }

  unlink(alarm) {
    if (this.nextAlarm === alarm) {
      this.nextAlarm = alarm.next;
      return;
    }
    let before = this.nextAlarm;
    while (before && before.next !== alarm) {
      before = before.next;
    }
    if (before) {
      before.next = alarm.next;
    }
  }

  // Lets `delta` ns pass and calls every alarm at its time.
  tick(delta) {
    const target = this.nanosCounter + delta;
    let alarm = this.nextAlarm;
    while (alarm && alarm.nanos <= target) {
      this.nextAlarm = alarm.next;
      alarm.next = null;
      alarm.scheduled = false;
      this.nanosCounter = Math.max(this.nanosCounter, alarm.nanos);
      alarm.callback();
      alarm = this.nextAlarm;
    }
    this.nanosCounter = Math.max(this.nanosCounter, target);
  }
}

class Alarm {
  constructor(clock, callback) {
    this.clock = clock;
    this.callback = callback;
    this.next = null;
    this.nanos = 0;
    this.scheduled = false;
  }

  // In `delta` ns from now; an alarm that was set before is moved.
  schedule(delta) {
    this.cancel();
    this.clock.link(this, delta);
    this.scheduled = true;
  }

  cancel() {
    if (this.scheduled) {
      this.clock.unlink(this);
      this.scheduled = false;
    }
  }
}
