/** A part of some bytes: from `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * The part of `size` bytes that a `Range` header requests (RFC 9110 14.1.2). `whole` without a header, or with
 * one that may be ignored: another unit, several ranges, or not well formed. `none` when the range is not
 * satisfiable.
 */
export function readByteRange(header: string | undefined, size: number): ByteRange | "whole" | "none" {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? "");
  if (!match || (match[1] === "" && match[2] === "")) return "whole";
  const [from, to] = [match[1]!, match[2]!];
  if (from === "") {
    const length = Math.min(Number(to), size);
    return length === 0 ? "none" : { start: size - length, end: size - 1 };
  }
  const start = Number(from);
  if (to !== "" && Number(to) < start) return "whole";
  if (start >= size) return "none";
  return { start, end: to === "" ? size - 1 : Math.min(Number(to), size - 1) };
}
