import { describe, expect, test } from "vitest";
import {
  maskNineDigits,
  namesPrivateNumber,
  showLastFour,
} from "../../../subgraphs/hub/exports/private-numbers.ts";
import { anEmployee, aPayroll, formats, refusalOf, write } from "./payrolls.ts";
import { unzip } from "./read-files.ts";

const canary = "987654321";
const forms = [canary, "987-65-4321", "98-7654321", "987 65 4321", "987.65.4321"];

/** Everything that a file says, also inside of a spreadsheet. */
function textOf({ format, content }: { format: string; content: string }): string {
  return format === "excel" ? [...unzip(Buffer.from(content, "base64")).values()].join("\n") : content;
}

const employees = forms.map((form) => ({
  ...anEmployee,
  employeeId: form,
  department: `see ${form}.`,
  ssn: form,
  note: `SSN ${form}, thanks`,
  taxes: [{ code: form, amount: 800.15 }],
  [form]: "a column of that name",
}));
const payrollData = { ...aPayroll, company: { name: `Acme ${canary}`, ein: "98-7654321" }, employees };

describe("masked", () => {
  for (const format of formats) {
    test(`the nine digits are nowhere in ${format}, nor in the rest of the response`, async () => {
      const file = await write({ format, payrollData });
      const said = textOf(file) + JSON.stringify({ ...file, content: "" });
      const digits = said.replaceAll(/[-. ]/g, "");
      for (const form of forms) expect(said).not.toContain(form);
      expect(digits).not.toContain(canary);
      expect(said).toContain("4321");
    });

    test(`account numbers show their last four in ${format}, whatever their form`, async () => {
      const record = {
        bankAccount: 1234567890123,
        IBAN: "DE89 3704 0044 0532 0130 00",
        routing_number: "021000021",
        accountNo: "55",
      };
      const text = textOf(await write({ format, payrollData: { records: [record] } }));
      for (const secret of ["123456789", "3704", "0210"]) expect(text).not.toContain(secret);
      for (const shown of ["0123", "30 00", "0021", "55"]) expect(text).toContain(shown);
    });
  }

  test("a private column is recognized by its header or its key, whatever its type", async () => {
    const columns = [{ key: "a", header: "Social Security Number", type: "number" }];
    const { content, warnings } = await write({
      payrollData: { records: [{ a: 987654321 }] },
      options: { columns },
    });
    expect(content).toContain("*****4321");
    expect(warnings).toEqual(["a: values are masked to their last four characters."]);
  });

  test("error messages do not contain the number", async () => {
    const wrong = employees.map((employee) => ({ ...employee, netPay: 0, ssn: "x".repeat(40_000) }));
    const refusal = JSON.stringify(await refusalOf({ payrollData: { ...payrollData, employees: wrong } }));
    expect(refusal.replaceAll(/[-. ]/g, "")).not.toContain(canary);
  });

  test("amounts of nine digits stay amounts", async () => {
    const { content } = await write({ payrollData: { records: [{ netPay: 987654321, hours: 987654321 }] } });
    expect(content).toContain("987654321.00,987654321\r\n");
  });
});

describe("whole", () => {
  const options = { maskPii: false };
  const records = [{ ssn: "987-65-4321" }];

  test("whole numbers are exported only with the permission, and only on request", async () => {
    expect((await write({ payrollData: { records }, options, mayReveal: true })).content).toContain(
      "987-65-4321",
    );
    expect((await write({ payrollData: { records }, mayReveal: true })).content).not.toContain("987-65-4321");
  });

  test("without the permission numbers are masked, with a warning", async () => {
    const { content, warnings, isMasked } = await write({ payrollData: { records }, options });
    expect(content).toContain("***-**-4321");
    expect(isMasked).toBe(true);
    expect(warnings).toContain(
      "options.maskPii: personal and account numbers stay masked, since only administrators can see them.",
    );
  });
});

test.each([
  ["123-45-6789", "***-**-6789"],
  ["123456789", "*****6789"],
  ["DE89 3704 0044", "**** **** 0044"],
  ["６７８９０", "*７８９０"],
  ["12", "12"],
  ["", ""],
])("%j shows %j", (text, shown) => expect(showLastFour(text)).toBe(shown));

test.each([
  ["12345678", "12345678"],
  ["1234567890", "1234567890"],
  ["555-123-4567", "555-123-4567"],
  ["2026-01-01", "2026-01-01"],
  ["a123456789b", "a*****6789b"],
  ["123-45-6789 and 12-3456789", "***-**-6789 and **-***6789"],
  ["１２３４５６７８９", "*****６７８９"],
])("in text, %j is %j", (text, shown) => expect(maskNineDigits(text)).toBe(shown));

test.each([
  ["ssn", true],
  ["Social Security No.", true],
  ["employee_ssn", true],
  ["bankAccountNumber", true],
  ["account", true],
  ["iban", true],
  ["Routing #", true],
  ["taxId", true],
  ["employerEin", true],
  ["grossPay", false],
  ["taxes", false],
  ["employeeId", false],
  ["businessUnit", false],
  ["protein", false],
  ["bankName", false],
])("the name %j: %j", (name, isPrivate) => expect(namesPrivateNumber(name)).toBe(isPrivate));
