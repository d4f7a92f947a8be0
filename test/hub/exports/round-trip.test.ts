import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanText } from "../../../subgraphs/hub/exports/cell-values.ts";
import { amountKeys } from "../../../subgraphs/hub/exports/export-table.ts";
import { maskNineDigits } from "../../../subgraphs/hub/exports/private-numbers.ts";
import { aPayroll, formats, someEmployees, write } from "./payrolls.ts";
import { readExport, type ReadRow } from "./read-files.ts";

/** Missing and empty are the same to a file; formulas of CSV have an apostrophe in front. */
function normalized(row: ReadRow): ReadRow {
  const shown = Object.entries(row).filter(([, text]) => text !== "");
  return Object.fromEntries(
    shown.map(([name, text]) => [name, text.replace(/^'(?=[=+\-@\t\r＝＋－＠])/, "")]),
  );
}

async function readAll(payrollData: Record<string, unknown>, options: Record<string, unknown> = {}) {
  return Promise.all(
    formats.map(async (format) => {
      const file = await write({ format, payrollData, options });
      const { rows, totals } = readExport(file);
      return { file, rows: rows.map(normalized), totals: normalized(totals) };
    }),
  );
}

test("all formats have the same rows and totals, to the cent, for any names and amounts", async () => {
  await fc.assert(
    fc.asyncProperty(someEmployees, async (employees) => {
      const files = await readAll({ ...aPayroll, employees: employees.map(({ employee }) => employee) });
      for (const [at, { inCents, employee }] of employees.entries()) {
        const row = files[0]!.rows[at]!;
        for (const key of amountKeys) expect(Math.round(Number(row[key]) * 100)).toBe(inCents[key]);
        for (const key of amountKeys) expect(row[key]).toMatch(/^-?\d+\.\d\d$/);
        const name = maskNineDigits(cleanText(employee.firstName));
        for (const { rows } of files) expect(rows[at]!["firstName"]).toBe(name);
      }
      const [csv, ...others] = files;
      for (const { rows, totals, file } of others) {
        expect(rows, file.format).toEqual(csv!.rows);
        expect(totals, file.format).toEqual(csv!.totals);
        expect(file.totals).toEqual(csv!.file.totals);
        expect(file.recordCount).toBe(employees.length);
      }
      for (const key of amountKeys) {
        const sum = employees.reduce((total, { inCents }) => total + inCents[key], 0);
        expect(Math.round(Number(csv!.totals[key]) * 100), key).toBe(sum);
        expect(Math.round(csv!.file.totals[key]! * 100), key).toBe(sum);
      }
    }),
    { numRuns: 60 },
  );
});

test("flat records of any shape are the same in all formats, columns in first-seen order", async () => {
  const value = fc.oneof(
    fc.string({ unit: "binary", maxLength: 10 }).map((text) => `t${text}`),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
  );
  const record = fc.dictionary(fc.string({ minLength: 1, maxLength: 6 }), value, { maxKeys: 5 });
  await fc.assert(
    fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 6 }), async (records) => {
      const keys = [...new Set(records.flatMap((row) => Object.keys(row)))];
      // Amounts have a test of their own; empty tables have neither header nor rows to read.
      fc.pre(keys.length > 0 && !keys.includes("netPay") && !keys.some((key) => cleanText(key) !== key));
      const columns = [
        { key: "sum", type: "money" },
        ...keys.filter((key) => key !== "sum").map((key) => ({ key })),
      ];
      const withSum = records.map((row) => ({ ...row, sum: 1.25 }));
      const files = await readAll({ records: withSum }, { columns, maskPii: true });
      const [csv, ...others] = files;
      expect(csv!.rows).toHaveLength(records.length);
      for (const { rows, totals, file } of others) {
        expect(rows.map(byColumn), file.format).toEqual(csv!.rows.map(byColumn));
        expect(totals, file.format).toEqual(csv!.totals);
      }
    }),
    { numRuns: 100 },
  );
});

/** A leading apostrophe of the data is indistinguishable from one that CSV puts before a formula. */
function byColumn(row: ReadRow): ReadRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, text]) => [name.replace(/^'(?=[=+\-@\t\r＝＋－＠])/, ""), text]),
  );
}

test("the same request gives the same bytes", async () => {
  for (const format of formats) {
    const [first, second] = [await write({ format }), await write({ format })];
    expect(second.sha256).toBe(first.sha256);
    expect(second.content).toBe(first.content);
  }
});

test("a yen has no decimals and a dinar three, in every format", async () => {
  for (const [currency, amount, text] of [
    ["JPY", 1200, "1200"],
    ["KWD", 1.234, "1.234"],
  ] as const) {
    for (const { rows, totals } of await readAll({ currency, records: [{ name: "x", netPay: amount }] })) {
      expect(rows[0]!["netPay"]).toBe(text);
      expect(totals["netPay"]).toBe(text);
    }
  }
});

test("files of many chunks are whole in every format", async () => {
  const records = Array.from({ length: 3_000 }, (_, at) => ({
    name: `💶 ${"é".repeat(at % 60)}.`,
    netPay: at / 4,
  }));
  const files = await readAll({ records });
  for (const { rows, totals, file } of files) {
    expect(file.size, file.format).toBeGreaterThan(file.format === "excel" ? 10_000 : 200_000);
    expect(rows.map(({ name }) => name)).toEqual(records.map(({ name }) => name));
    expect(totals["netPay"]).toBe("1124625.00");
  }
});
