import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { pageLook } from "../../../router/rest/page-look.ts";

/** Relative luminance of `#rrggbb` by WCAG 2.2, in integers of 0 to 255 as published, apart from the page's own arithmetic. */
function luminance(color: string): number {
  const linear = [...color.matchAll(/[0-9a-f]{2}/gi)]
    .map(([part]) => Number(`0x${part}`) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return linear[0]! * 0.2126 + linear[1]! * 0.7152 + linear[2]! * 0.0722;
}

const contrast = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

test("text on every accent has a contrast of at least 4.5 to 1", () => {
  const byte = fc.integer({ min: 0, max: 255 }).map((value) => value.toString(16).padStart(2, "0"));
  fc.assert(
    fc.property(fc.tuple(byte, byte, byte), (parts) => {
      const accent = `#${parts.join("")}`;
      const [, text = ""] = /--on-accent: #(\w+)/.exec(pageLook(accent).style) ?? [];
      expect(contrast(luminance(accent), text === "fff" ? 1 : 0)).toBeGreaterThanOrEqual(4.5);
    }),
    { numRuns: 2_000 },
  );
});

test("the policy's source is the hash of the style sheet, also with an accent", () => {
  for (const accent of [null, "#0b5394"]) {
    const { style, source } = pageLook(accent);
    expect(source).toBe(`'sha256-${createHash("sha256").update(style).digest("base64")}'`);
  }
});
