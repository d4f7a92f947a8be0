import fc from "fast-check";

/** Texts known to break parsers, queries, paths, logs or screens. */
const texts: readonly string[] = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "'; DROP TABLE hub.users; --",
  "%",
  "_",
  "\\",
  '"',
  "../../etc/passwd",
  "..%2f..%2f",
  "<script>alert(1)</script>",
  "{{7*7}}",
  "${7*7}",
  "=1+1",
  "\r\nx-injected: yes",
  "\u202egnp.exe",
  "\ud800",
  "😀".repeat(50),
  "é".normalize("NFD"),
  "x".repeat(10_000),
  "null",
  "undefined",
  "NaN",
  "1e999",
  "-0",
  "true",
  "[]",
  "__proto__",
  "constructor",
  "2026-02-30",
  "9999-12-31T23:59:60Z",
  "0000-00-00",
  "usr_00000000000000000000000000",
  "file:///etc/passwd",
  "http://169.254.169.254/latest/meta-data/",
  "javascript:alert(1)",
  "a@b",
];

const numbers: readonly number[] = [
  0,
  -0,
  -1,
  0.1,
  1.005,
  1e-9,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 63,
  1e21,
  Number.MAX_VALUE,
  -Number.MAX_VALUE,
  Number.MIN_VALUE,
];

/** Random nonsense text. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...texts),
  fc.string({ unit: "binary", maxLength: 40 }),
);

/** Any JSON, with a preference for values that break things. */
export const hostileJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 3, arbitrary: fc.constantFrom(...numbers) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { a: null }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constant(nested(40)) },
);

function nested(depth: number): unknown {
  let value: unknown = "end";
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { deeper: value };
  return value;
}
