import { describe, expect, test } from "vitest";
import { toElementName } from "../../../subgraphs/hub/exports/xml.ts";
import { anEmployee, aPayroll, formats, refusalOf, write } from "./payrolls.ts";
import { readCsvRecords, readExport, readSheetCells, unzip } from "./read-files.ts";

describe("defaults", () => {
  test("CSV has a byte order mark, a header, CRLF and a row of totals", async () => {
    const { content, contentType, encoding, filename, size } = await write();
    expect(
      content.startsWith("\uFEFFemployeeId,firstName,lastName,email,department,payType,regularHours,"),
    ).toBe(true);
    expect(content.split("\r\n")).toHaveLength(4);
    expect(content.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    expect(readCsvRecords(content).at(-1)!.slice(0, 2)).toEqual(["Total", ""]);
    expect({ contentType, encoding, filename }).toEqual({
      contentType: "text/csv; charset=utf-8",
      encoding: "utf8",
      filename: "payroll-2026-01-01-2026-01-31.csv",
    });
    expect(size).toBe(Buffer.byteLength(content));
  });

  test("each tax and deduction code has a column after the sums", async () => {
    const [header, row] = readCsvRecords((await write()).content);
    expect(header!.slice(-4)).toEqual(["netPay", "taxes.FIT", "taxes.SS", "deductions.401K"]);
    expect(row!.slice(-8)).toEqual([
      "4000.10",
      "800.15",
      "100.20",
      "0.05",
      "3099.80",
      "800.05",
      "0.10",
      "100.20",
    ]);
  });

  test("the response's sums are in major units, null without rows to add", async () => {
    expect((await write()).totals).toEqual({
      grossPay: 4000.1,
      taxes: 800.15,
      deductions: 100.2,
      reimbursements: 0.05,
      netPay: 3099.8,
    });
    const { totals } = await write({
      payrollData: { records: [{ netPay: 0.1 }, { netPay: 0.2, taxes: "none" }] },
    });
    expect(totals).toEqual({
      grossPay: null,
      taxes: null,
      deductions: null,
      reimbursements: null,
      netPay: 0.3,
    });
  });
});

describe("options", () => {
  test("the columns option selects, names, orders and types columns, the payroll's head included", async () => {
    const columns = [
      { key: "payDate", header: "Paid on" },
      { key: "netPay", header: "Net" },
      { key: "companyName" },
      { key: "preTaxDeductions" },
      { key: "rate", type: "text" },
    ];
    const { content } = await write({
      options: { columns, dateFormat: "DD.MM.YYYY", bom: false, lineEnding: "\n" },
    });
    expect(content).toBe(
      "Paid on,Net,companyName,preTaxDeductions,rate\n05.02.2026,3099.80,Acme & Sons,100.20,25.125\n,3099.80,,100.20,\n",
    );
  });

  test("a column without values is empty, with a warning; so is an unknown option", async () => {
    const { content, warnings } = await write({
      options: { columns: [{ key: "nettPay" }], color: "red", bom: null },
    });
    expect(content).toBe("\uFEFFnettPay\r\n\r\n");
    expect(warnings).toEqual([
      "options.color is unknown and was ignored.",
      "options.columns: no row has the field nettPay; its column is empty.",
    ]);
  });

  test("header and totals can be omitted", async () => {
    const options = { includeHeader: false, totals: false };
    expect(readCsvRecords((await write({ options })).content)).toHaveLength(1);
    expect(readSheetCells((await write({ format: "excel", options })).content)).toHaveLength(1);
    expect(JSON.parse((await write({ format: "json", options })).content)).not.toHaveProperty("totals");
    expect((await write({ format: "xml", options })).content).not.toContain("<totals>");
  });

  test("a sheet has the requested name", async () => {
    const { content } = await write({ format: "excel", options: { sheetName: 'Pay "Q1" & <2>' } });
    const workbook = unzip(Buffer.from(content, "base64")).get("xl/workbook.xml")!;
    expect(workbook).toContain('<sheet name="Pay &quot;Q1&quot; &amp; &lt;2&gt;" ');
  });

  const wrong: [string, unknown, string][] = [
    ["delimiter", "|", "options.delimiter"],
    ["lineEnding", "\r", "options.lineEnding"],
    ["bom", "yes", "options.bom"],
    ["dateFormat", "YYYY", "options.dateFormat"],
    ["dateFormat", "YYYY-MM-MM", "options.dateFormat"],
    ["dateFormat", "=YYYY-MM-DD", "options.dateFormat"],
    ["sheetName", "a/b", "options.sheetName"],
    ["sheetName", "x".repeat(32), "options.sheetName"],
    ["sheetName", "History", "options.sheetName"],
    ["sheetName", "'a", "options.sheetName"],
    ["rootElement", "", "options.rootElement"],
    ["columns", [], "options.columns"],
    ["columns", [{ header: "x" }], "options.columns.0.key"],
    ["columns", [{ key: "a", type: "formula" }], "options.columns.0.type"],
    ["columns", [{ key: "a" }, { key: "a" }], "options.columns.1.key"],
    ["columns", Array.from({ length: 257 }, (_, at) => ({ key: `c${at}` })), "options.columns"],
    ["filename", 1, "options.filename"],
    ["strict", 1, "options.strict"],
  ];
  test.each(wrong)("%s %j is refused", async (name, value, path) => {
    const refusal = await refusalOf({ options: { [name]: value } });
    expect(refusal.code).toBe("INVALID_EXPORT_REQUEST");
    expect(refusal.details.fields.map((field) => field.path)).toContain(path);
  });

  test.each([
    ["report", "report.csv"],
    ["report.CSV", "report.csv"],
    ["../../etc/passwd", "_.._etc_passwd.csv"],
    ['a"b;c', 'a"b;c.csv'],
    ["a\r\nSet-Cookie: x", "aSet-Cookie_ x.csv"],
    ["Löhne 2026 – März 💶", "Löhne 2026 – März 💶.csv"],
    ["a\u202egnp.exe", "agnp.exe.csv"],
    ["...", "payroll-2026-01-01-2026-01-31.csv"],
  ])("the filename %j becomes %j", async (filename, named) => {
    expect((await write({ options: { filename } })).filename).toBe(named);
  });
});

describe("XML", () => {
  test("keys that are invalid XML names become unique names, with a warning", async () => {
    const record = { "1st": 1, _1st: 2, "a b": 3, xmlThing: 4, "<x/>": 5, é: 6, "a:b": 7, "": 8 };
    const file = await write({
      format: "xml",
      payrollData: { records: [record] },
      options: { rootElement: "1 pay<roll" },
    });
    expect(file.content).toContain('<_1_pay_roll currency="USD">');
    expect(file.content).toContain('<_1st key="1st">1</_1st><_1st_2 key="_1st">2</_1st_2>');
    const { rows } = readExport(file);
    expect(rows).toEqual([
      Object.fromEntries(Object.entries(record).map(([key, value]) => [key, String(value)])),
    ]);
  });

  test("XML text is parsed back unchanged, entities and carriage returns included", async () => {
    const text = "a & b &lt; <c> ]]> \r\n\t\"'";
    const { content } = await write({ format: "xml", payrollData: { records: [{ text }] } });
    expect(content).not.toContain("<!");
    expect(readExport({ content, format: "xml" }).rows).toEqual([{ text }]);
  });

  test.each([
    ["payroll", "payroll"],
    ["XML", "_XML"],
    ["-a", "_-a"],
    ["ns:a", "ns_a"],
    ["名前", "名前"],
    ["", "_"],
  ])("%j is the element %j", (text, name) => expect(toElementName(text)).toBe(name));
});

describe("JSON", () => {
  test("JSON has the head, then the records with their fields in the columns' order", async () => {
    const file = JSON.parse((await write({ format: "json" })).content) as Record<string, unknown>;
    expect(Object.keys(file)).toEqual([
      "company",
      "payPeriod",
      "currency",
      "recordCount",
      "records",
      "totals",
    ]);
    expect(file["payPeriod"]).toEqual(aPayroll.payPeriod);
    expect(Object.keys((file["records"] as object[])[0]!).slice(0, 3)).toEqual([
      "employeeId",
      "firstName",
      "lastName",
    ]);
  });

  test("names of built-in object members are fields like any other", async () => {
    const payrollData = JSON.parse(
      '{"records":[{"constructor":"a","toString":1,"hasOwnProperty":null}]}',
    ) as never;
    const { content } = await write({ format: "json", payrollData });
    expect(JSON.parse(content)).toMatchObject({
      records: [{ constructor: "a", toString: 1, hasOwnProperty: null }],
    });
  });
});

test("a payroll without rows is a file without rows, with a warning", async () => {
  for (const format of formats) {
    for (const payrollData of [{ employees: [] }, { records: [] }]) {
      const file = await write({ format, payrollData });
      expect(file).toMatchObject({ recordCount: 0, warnings: ["The export has no rows."] });
    }
  }
});

test("lists and objects of an employee are omitted, with a warning", async () => {
  const employees = [{ ...anEmployee, bank: { account: "12345678" }, tags: ["a"] }];
  const { content, warnings } = await write({ payrollData: { employees } });
  expect(content).not.toContain("12345678");
  expect(warnings).toContain("bank: lists and objects cannot be exported and were omitted in 1 row.");
});
