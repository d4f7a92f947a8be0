import fc from "fast-check";
import { expect, test } from "vitest";
import { unplacedCodes, writeEfw2, type Efw2File } from "../../../subgraphs/gateway/payroll/reports/efw2.ts";
import { readEfw2, totalsOf } from "./efw2-reader.ts";

const address = {
  line1: "1 Älva Street",
  line2: "Suite 4",
  city: "Springfield",
  state: "IL",
  postalCode: "62701-0042",
};
const file: Efw2File = {
  year: 2026,
  submitter: {
    userId: "ABCD1234",
    contactName: "Pat Sample",
    contactPhone: "+1 (217) 555-0100",
    contactEmail: "pat@sample.example",
    resubmits: null,
  },
  employer: { ein: "123456780", name: "Alva & Söhne LLC", address },
  employees: [
    {
      ssn: "219389876",
      firstName: "José",
      lastName: "Ñandú 李",
      address,
      boxes: [5_200_001, 400_400, 5_300_001, 328_600, 5_300_001, 76_850],
      coded: new Map([["D", 100_000]]),
      isInRetirementPlan: true,
      states: [
        {
          state: "IN",
          accountNumber: "0123456789",
          wagesCents: 5_200_001,
          taxCents: 150_000,
          localWagesCents: 5_200_001,
          localTaxCents: 52_000,
        },
      ],
    },
  ],
};

test("each field is where Publication 42-007 has it", () => {
  const records = readEfw2(writeEfw2(file));
  expect(records.map(({ code }) => code)).toEqual(["RA", "RE", "RW", "RS", "RT", "RF"]);
  const [submitter, employer, wages, state, total, last] = records.map(({ fields }) => fields);
  expect(submitter).toMatchObject({
    ein: "123456780",
    userId: "ABCD1234",
    resubmits: "0",
    wfid: "",
    software: "98",
    company: "ALVA & SOHNE LLC",
    location: "SUITE 4",
    delivery: "1 ALVA STREET",
    city: "SPRINGFIELD",
    state: "IL",
    zip: "62701",
    extension: "0042",
    submitter: "ALVA & SOHNE LLC",
    submitterDelivery: "1 ALVA STREET",
    submitterZip: "62701",
    contact: "PAT SAMPLE",
    phone: "2175550100",
    email: "PAT@SAMPLE.EXAMPLE",
    preparer: "L",
  });
  expect(employer).toMatchObject({
    year: "2026",
    agent: "",
    ein: "123456780",
    terminating: "0",
    name: "ALVA & SOHNE LLC",
    zip: "62701",
    kind: "N",
    employment: "R",
    sickPay: "0",
  });
  expect(wages).toMatchObject({
    ssn: "219389876",
    firstName: "JOSE",
    lastName: "NANDU",
    delivery: "1 ALVA STREET",
    box1: "00005200001",
    box6: "00000076850",
    tips: "00000000000",
    codeD: "00000100000",
    codeW: "00000000000",
    statutory: "0",
    retirement: "1",
  });
  expect(state).toMatchObject({
    record: "18",
    state: "18",
    account: "0123456789",
    wages: "00005200001",
    tax: "00000150000",
    localType: "D",
    localWages: "00005200001",
    localTax: "00000052000",
  });
  expect(total).toMatchObject({ count: "0000001", box1: "000000005200001", codeD: "000000000100000" });
  expect(last).toEqual({ count: "000000001" });
});

test("a file that is sent again names the file it replaces", () => {
  const again = { ...file, submitter: { ...file.submitter, resubmits: "AB12CD" } };
  expect(readEfw2(writeEfw2(again))[0]!.fields).toMatchObject({ resubmits: "1", wfid: "AB12CD" });
});

test("codes without a field, and amounts that do not fit, are no part of a file", () => {
  expect(unplacedCodes(["D", "TP", "TT", "DD", "TP"])).toEqual(["TP", "TT"]);
  const wide = { ...file.employees[0]!, boxes: [100_000_000_000, 0, 0, 0, 0, 0] as const };
  expect(() => writeEfw2({ ...file, employees: [wide] })).toThrow("does not fit 11 digits");
});

test("any statements become records of 512 characters whose totals agree", () => {
  const cents = fc.integer({ min: 0, max: 99_999_999_999 });
  const person = fc.record({
    boxes: fc.tuple(cents, cents, cents, cents, cents, cents),
    name: fc.string({ unit: "binary", minLength: 1, maxLength: 40 }),
    deferred: fc.option(cents, { nil: null }),
  });
  fc.assert(
    fc.property(fc.array(person, { minLength: 1, maxLength: 20 }), (people) => {
      const employees = people.map(({ boxes, name, deferred }) => ({
        ...file.employees[0]!,
        firstName: name,
        lastName: name,
        boxes,
        coded: new Map(deferred === null ? [] : [["D", deferred]]),
      }));
      const totals = totalsOf(readEfw2(writeEfw2({ ...file, employees })));
      expect(totals.count).toBe(people.length);
      expect(totals.boxes[0]).toBe(people.reduce((sum, { boxes }) => sum + boxes[0], 0));
    }),
    { numRuns: 60 },
  );
});
