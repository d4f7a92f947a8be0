import fc from "fast-check";
import { expect, test } from "vitest";
import { readByteRange } from "../../router/http/byte-range.ts";

test.each([
  [undefined, "whole"],
  ["", "whole"],
  ["bytes=-", "whole"],
  ["items=0-1", "whole"],
  ["bytes=0-1,4-5", "whole"],
  ["bytes=5-4", "whole"],
  ["bytes=x-1", "whole"],
  ["bytes=0-0", { start: 0, end: 0 }],
  ["bytes=0-", { start: 0, end: 9 }],
  ["bytes=3-6", { start: 3, end: 6 }],
  ["BYTES=3-600", { start: 3, end: 9 }],
  ["bytes=9-", { start: 9, end: 9 }],
  ["bytes=-3", { start: 7, end: 9 }],
  ["bytes=-30", { start: 0, end: 9 }],
  ["bytes=-0", "none"],
  ["bytes=10-", "none"],
  ["bytes=10-20", "none"],
])("of ten bytes, %s asks for %j", (header, part) => {
  expect(readByteRange(header, 10)).toEqual(part);
});

test("a range never exceeds the file", () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^bytes=\d{0,4}-\d{0,4}$/),
      fc.integer({ min: 1, max: 5000 }),
      (header, size) => {
        const part = readByteRange(header, size);
        if (typeof part === "string") return;
        expect(part.start).toBeGreaterThanOrEqual(0);
        expect(part.end).toBeGreaterThanOrEqual(part.start);
        expect(part.end).toBeLessThan(size);
      },
    ),
  );
});
