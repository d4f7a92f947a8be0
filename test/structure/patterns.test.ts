import { describe, expect, test } from "vitest";
import { patternsToCheck, recordChecked } from "./checked-patterns.ts";
import { patternsIn, readCodePatterns, type Pattern } from "./code-patterns.ts";
import { costFault } from "./pattern-cost.ts";
import { boundsLength, readSchemaPatterns, readTextConstraints } from "./schema-patterns.ts";

/**
 * Patterns that are built at run time, each with the reason why it is safe. Client input may never become a
 * pattern.
 */
const builtAtRunTime = [
  'router/operations/bounded-keywords.ts: new RegExp(source, "u")', // of the schema, on texts within their bound
  'router/tools/example-input.ts: new RegExp(pattern, "u")', // of the schema, on examples of our own
  'subgraphs/hub/ai/images/image.types.ts: new RegExp(`^(${imageSizes.join("|")})$`)', // shown in the schema
  'subgraphs/hub/files/uploads.types.ts: new RegExp(anyType, "u")', // shown in the schema
];

const code = readCodePatterns();

function distinct(patterns: readonly Pattern[]): Pattern[] {
  const byText = new Map(
    patterns.map((pattern) => [`/${pattern.source}/${pattern.flags} ${pattern.maxLength ?? ""}`, pattern]),
  );
  return [...byText.values()];
}

describe("patterns", () => {
  test("patterns of code and schemas run in linear time, or within an enforced length", async () => {
    const schema = readSchemaPatterns();
    expect(code.patterns.length).toBeGreaterThan(500);
    expect(schema.length).toBeGreaterThan(500);
    const faults: string[] = [];
    const all = distinct([...code.patterns, ...schema]);
    const isWhole = process.env["PATTERNS"] === "all";
    const waiting = patternsToCheck(all, isWhole);
    // recheck is a process of its own: one pattern is analysed while another is measured.
    const work = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const fault = await costFault(next);
        if (fault !== null) faults.push(fault);
      }
    };
    await Promise.all([work(), work()]);
    expect(faults).toEqual([]);
    if (isWhole) recordChecked(all);
  }, 300_000);

  test("a new, changed or differently bounded pattern is checked in every run", () => {
    const [known] = code.patterns.filter((pattern) => patternsToCheck([pattern], false).length === 0);
    expect(patternsToCheck([{ ...known!, source: `${known!.source}x` }], false)).toHaveLength(1);
    expect(patternsToCheck([{ ...known!, maxLength: 12_345 }], false)).toHaveLength(1);
    expect(patternsToCheck([known!], true)).toHaveLength(1);
  });

  test("patterns are constant, so that they can be checked", () => {
    expect(code.dynamic).toEqual(builtAtRunTime);
  });

  test("patterns of inputs come with a maximum length", () => {
    const constraints = readTextConstraints("schema/supergraph.graphql");
    expect(constraints.length).toBeGreaterThan(500);
    const unbounded = constraints.filter(
      ({ pattern, itemPattern, maxLength }) =>
        (pattern !== undefined && maxLength === undefined && !boundsLength(pattern)) ||
        (itemPattern !== undefined && !boundsLength(itemPattern)),
    );
    expect(unbounded).toEqual([]);
  });
});

describe("the check of patterns", () => {
  const where = "here";

  test.each([
    ["exponential", /^(a+)+$/],
    ["exponential behind an alternative", /^(?:a|a)*b$/],
    ["polynomial as a whole", /^[^\r\n]*\S[^\r\n]*$/],
    ["polynomial as a trim", /\s+$/],
    ["polynomial from each line on", /^[^x]*y$/m],
    ["polynomial behind a lookahead", /^(?!.*url[\s\S]*\()[^<>]{0,200}$/],
  ])("refuses what is %s", async (_kind, { source, flags }) => {
    expect(await costFault({ source, flags, where })).toMatch(/exponential|polynomial/);
  });

  test("the pattern check refuses a slow pattern that recheck calls safe", async () => {
    // Linear, but with a large factor: up to 99 more characters are read from every character on.
    const slow = { source: String.raw`\w{0,99}#|\w{0,99}!|\w{0,99}%`, flags: "", where };
    expect(await costFault(slow)).toMatch(/takes \d+ ms of at most 50 ms/);
  });

  test("admits a polynomial one at a length that keeps it quick, and refuses it at one that does not", async () => {
    const trim = { source: String.raw`\s+$`, flags: "", where };
    expect(await costFault({ ...trim, maxLength: 300 })).toBeNull();
    expect(await costFault({ ...trim, maxLength: 30_000 })).toMatch(/takes \d+ ms of at most 50 ms/);
  });

  test.each([/^[^\S\r\n]*\S[^\r\n]*$/, /[<>]/g, /^\d{4}-\d{2}$/, /\bfoo\s+bar\b/i])(
    "admits the linear %s",
    async ({ source, flags }) => {
      expect(await costFault({ source, flags, where })).toBeNull();
    },
  );

  test("finds literals, constructed patterns of constant parts, JSON Schema's, and the lengths of matchWithin", () => {
    const text = [
      "const maxName = 64;",
      'const word = "[a-z]+";',
      "const one: RegExp = /a+$/giu;",
      "const two = new RegExp(`^${word}{${maxName + 1}}$`, 'i');",
      'const three = RegExp(["a", String.raw`\\d`].join("|"));',
      "const four = matchWithin(input, maxName, /b+$/);",
      'const five = { type: "string", pattern: "^c$" };',
      "const six = new RegExp(input);",
      "const seven = matchWithin(input, 64, one);",
    ];
    expect(patternsIn("a.ts", text.join("\n"))).toEqual({
      patterns: [
        { source: "a+$", flags: "giu", where: "a.ts:3" },
        { source: "^[a-z]+{65}$", flags: "i", where: "a.ts:4" },
        { source: String.raw`a|\d`, flags: "", where: "a.ts:5" },
        { source: "b+$", flags: "", where: "a.ts:6", maxLength: 64 },
        { source: "^c$", flags: "u", where: "a.ts:7" },
      ],
      dynamic: [
        "a.ts: new RegExp(input)",
        "a.ts: matchWithin without a constant length and a literal pattern",
      ],
    });
  });

  test.each([
    ["^[A-Z]{3}$", true],
    [String.raw`^([01]\d|2[0-3]):[0-5]\d$`, true],
    ["^[+*]{1,9}$", true],
    [String.raw`^\*$`, true],
    ["^a|b$", false],
    ["^a+$", false],
    ["^a{2,}$", false],
    ["^a", false],
    [String.raw`\S`, false],
  ])("says of %s whether it bounds the length: %s", (source, isBounded) => {
    expect(boundsLength(source)).toBe(isBounded);
  });
});
