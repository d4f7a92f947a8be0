import fc from "fast-check";
import { expect, test } from "vitest";
import {
  writeAchFile,
  type AchCredit,
  type AchFile,
} from "../../../subgraphs/gateway/payroll/ach/ach-file.ts";
import { readAch } from "./ach-reader.ts";

const file: AchFile = {
  bankRoutingNumber: "021000021",
  bankName: "First Bank",
  companyName: "Älva & Söhne GmbH, Works",
  companyIdentification: "1123456789",
  description: "PAYROLL",
  createdAt: new Date("2026-01-20T12:34:56Z"),
  effectiveDate: "2026-01-23",
  credits: [
    {
      routingNumber: "011401533",
      accountNumber: "12345678",
      accountType: "checking",
      amountCents: 169_085,
      recipientId: "emp_01m853a96pw0fpw3sfdjfh09za",
      recipientName: "José Ñandú 李",
    },
    {
      routingNumber: "091000019",
      accountNumber: "00099900099900099",
      accountType: "savings",
      amountCents: 1,
      recipientId: "e2",
      recipientName: "A person with a very long name",
    },
  ],
};

test("each field is where the format has it", () => {
  const [head, batch, first, second, end, last] = readAch(writeAchFile(file)).map(({ fields }) => fields);
  expect(head).toMatchObject({
    priority: "01",
    destination: " 021000021",
    origin: "1123456789",
    date: "260120",
    time: "1234",
    modifier: "A",
    recordSize: "094",
    blocking: "10",
    format: "1",
    destinationName: "FIRST BANK             ",
    originName: "ALVA & SOHNE GMBH, WORK",
  });
  expect(batch).toMatchObject({
    service: "220",
    company: "ALVA & SOHNE GMB",
    companyIdentification: "1123456789",
    entryClass: "PPD",
    description: "PAYROLL   ",
    effectiveDate: "260123",
    originatorStatus: "1",
    bank: "02100002",
    batch: "0000001",
  });
  expect(first).toMatchObject({
    code: "22",
    bank: "01140153",
    checkDigit: "3",
    account: "12345678         ",
    amount: "0000169085",
    id: "3SFDJFH09ZA".padStart(15, "96PW0FPW3SFDJFH09ZA".slice(-15)),
    name: "JOSE NANDU            ",
    addenda: "0",
    trace: "021000020000001",
  });
  expect(second).toMatchObject({ code: "32", account: "00099900099900099", name: "A PERSON WITH A VERY L" });
  expect(end).toMatchObject({ service: "220", count: "000002", hash: "0010240154", credit: "000000169086" });
  expect(last).toMatchObject({
    batches: "000001",
    blocks: "000001",
    count: "00000002",
    debit: "000000000000",
  });
});

test("persons are paid in a PPD batch and companies in a CCD batch of the same file", () => {
  const [person, company] = file.credits as [AchCredit, AchCredit];
  const records = readAch(writeAchFile({ ...file, credits: [{ ...company, isCompany: true }, person] }));
  const shown = records.map(({ type, fields }) => fields["entryClass"] ?? fields["batches"] ?? type);
  expect(shown).toEqual(["1", "PPD", "6", "8", "CCD", "6", "8", "000002"]);
  const [paid, firm] = records.filter(({ type }) => type === "6").map(({ fields }) => fields);
  expect([paid!["trace"], firm!["trace"]]).toEqual(["021000020000001", "021000020000002"]);
  expect(firm).toMatchObject({ code: "32", amount: "0000000001", name: "A PERSON WITH A VERY L" });
});

test("any number of payments makes whole blocks that add up, and a wrong sum is seen", () => {
  const credit = fc.record({
    routingNumber: fc.constantFrom("011401533", "091000019", "021000021", "111000025"),
    accountNumber: fc.stringMatching(/^[0-9]{4,17}$/),
    accountType: fc.constantFrom("checking" as const, "savings" as const),
    amountCents: fc.integer({ min: 1, max: 9_999_999_999 }),
    recipientId: fc.string({ maxLength: 40 }),
    recipientName: fc.string({ unit: "grapheme", maxLength: 40 }),
    isCompany: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(credit, { minLength: 1, maxLength: 60 }), (credits) => {
      const written = writeAchFile({ ...file, credits });
      const entries = readAch(written).filter(({ type }) => type === "6");
      expect(entries.map(({ fields }) => Number(fields["amount"]))).toEqual(
        [false, true].flatMap((isCompany) =>
          credits.filter((one) => one.isCompany === isCompany).map(({ amountCents }) => amountCents),
        ),
      );
      const broken = written.replace(/(\r\n6.{37})(\d)/, (_, before: string, digit: string) => {
        return `${before}${(Number(digit) + 1) % 10}`;
      });
      expect(() => readAch(broken)).toThrow(/add up/);
    }),
    { numRuns: 50 },
  );
});

test("an amount that the format cannot hold is refused", () => {
  const credits = [{ ...file.credits[0]!, amountCents: 10_000_000_000 }];
  expect(() => writeAchFile({ ...file, credits })).toThrow(RangeError);
});
