import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { projectPath } from "../../src/project-root.ts";
import { writeCsv } from "../../src/text/csv.ts";
import { serverPaths } from "../structure/code-patterns.ts";

const cell = fc.string({ unit: fc.constantFrom(..."ab,;\"'\r\n\t =-+@0".split("")), maxLength: 12 });

test("any text is read back as it was written, with each line end and delimiter", () => {
  const lineEnding = fc.constantFrom("\r\n" as const, "\n" as const);
  const records = fc.array(fc.tuple(fc.constant("x"), cell, cell), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(records, lineEnding, fc.constantFrom(",", ";", "\t"), (rows, ending, delimiter) => {
      const text = writeCsv(rows, { lineEnding: ending, delimiter, escapeFormulas: false });
      expect(parse(text, { delimiter, record_delimiter: ending })).toEqual(rows);
      // A reader that takes any line end for the end of a record sees the same records.
      expect(parse(text, { delimiter, record_delimiter: ["\r\n", "\n", "\r"] })).toEqual(rows);
    }),
  );
});

test("text that would run as a formula gets an apostrophe, and numbers do not", () => {
  expect(writeCsv([["=1+1", "-2", -2, -3n, true, null]])).toBe("'=1+1,'-2,-2,-3,true,\r\n");
});

test("all CSV of the server is written in one place", () => {
  const writers = serverPaths().filter((path) =>
    readFileSync(projectPath(path), "utf8").includes('from "csv-stringify'),
  );
  expect(writers).toEqual(["src/text/csv.ts"]);
});
