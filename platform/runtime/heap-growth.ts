import { setFlagsFromString } from "node:v8";

const flag = "--heap-growing-percent=";

/**
 * Lets the heap grow as V8 sees fit while a program starts: nearly nothing of what modules and schemas fill it with is
 * garbage, and a heap that may grow by a tenth is marked thirty times on its way to 200 MB. That took two of seven seconds.
 */
export function growFreely(): void {
  if (givenLimit() !== undefined) setFlagsFromString(`${flag}0`);
}

/** From here on the heap grows only by the percentage that the process was started with, if any. */
export function limitGrowth(): void {
  const limit = givenLimit();
  if (limit !== undefined) setFlagsFromString(limit);
}

function givenLimit(): string | undefined {
  return process.execArgv.findLast((word) => word.startsWith(flag));
}
