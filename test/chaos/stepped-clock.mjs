/** Loaded before a process's own code: its clock is ahead by as many seconds as a file says. */
import { readFileSync } from "node:fs";

const RealDate = Date;
let aheadMs = 0;
const file = `${process.env.CHAOS_CLOCKS}/${process.env.PORT}`;
setInterval(() => {
  try {
    aheadMs = Number(readFileSync(file, "utf8")) * 1000;
  } catch {
    aheadMs = 0;
  }
}, 250).unref();

globalThis.Date = class Date extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + aheadMs);
    else super(...given);
  }
  static now() {
    return RealDate.now() + aheadMs;
  }
};
