/** A part of some bytes: from `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * The part that a `Range` header asks for of `size` bytes (RFC 9110 14.1.2). `whole` where there is none, or one that need
 * not be honoured: of another unit, of several parts, or not well formed. `none` where nothing of it is there.
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
