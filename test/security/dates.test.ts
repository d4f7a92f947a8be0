import { parseValue } from "graphql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isDateInput, isDateTimeInput } from "../../src/time/date-input.ts";
import { DateScalar, DateTimeScalar } from "../../src/graphql/scalars.ts";
import type { TestApp } from "../support/app.ts";
import { openSharedAppWithTwins } from "../support/shared-app.ts";

let app: TestApp;
let eve: Record<string, string>;
beforeAll(async () => {
  app = await openSharedAppWithTwins();
  eve = await app.as("eve");
});
afterAll(() => app?.close());

const badDates = [
  "9999-12-31",
  "0001-01-01",
  "0000-00-00",
  "1899-12-31",
  "2200-01-01",
  "2026-02-29",
  "2026-2-1",
  "20260201",
];
const badTimes = [
  "2026-06-30T23:59:60Z",
  "9999-12-31T23:59:59.999Z",
  "0001-01-01T00:00:00Z",
  "2026-06-30T24:00:00Z",
  "2026-06-30T23:59:59",
  "2026-06-30 23:59:59Z",
  "2026-06-30T23:59:59+02",
  "2026-02-30T00:00:00Z",
  "1900-01-01T00:00:00+00:01",
  `2026-06-30T23:59:59.${"0".repeat(60)}Z`,
];
const goodTimes = [
  "1900-01-01T00:00:00Z",
  "2199-12-31T23:59:59.999Z",
  "2024-02-29t12:00:00.5+02:00",
  "2026-06-30T23:59:59z",
];

describe("the scalars and the doors have one range", () => {
  test.each(badDates)("%s is refused as a date", (text) => {
    expect(isDateInput(text)).toBe(false);
    expect(() => DateScalar.parseValue(text)).toThrow("A Date must be");
    expect(() => DateScalar.parseLiteral(parseValue(JSON.stringify(text)), {})).toThrow("A Date must be");
  });

  test.each(badTimes)("%s is refused as a time", (text) => {
    expect(isDateTimeInput(text)).toBe(false);
    expect(() => DateTimeScalar.parseValue(text)).toThrow("A DateTime must be");
    expect(() => DateTimeScalar.parseLiteral(parseValue(JSON.stringify(text)), {})).toThrow(
      "A DateTime must be",
    );
  });

  test.each(goodTimes)("%s is accepted as a time", (text) => {
    expect(isDateTimeInput(text)).toBe(true);
    expect(DateTimeScalar.parseValue(text)).toEqual(new Date(text.toUpperCase()));
  });

  test("errors do not quote what was sent", () => {
    expect(() => DateScalar.parseValue("SSN 123-45-6789")).toThrow(/^(?!.*6789)/s);
    expect(() => DateTimeScalar.parseValue({ ssn: "123-45-6789" })).toThrow(/^(?!.*6789)/s);
  });
});

describe("dates beyond the range are 400 with their path", () => {
  test.each<[string, string, Record<string, unknown>, Record<string, string>?]>([
    ["/api-keys", "expiresAt", { name: "x", scopes: ["read:invoices"] }],
    [
      "/createExternalInvoice",
      "dueDate",
      { customerName: "A", items: [{ description: "x", quantity: 1, unitPrice: 1 }] },
    ],
    ["/payroll/time-entries", "date", {}, { "x-app-id": "payroll" }],
  ])("POST %s %s", async (url, path, input, headers = {}) => {
    for (const value of ["2026-06-30T23:59:60Z", "9999-12-31T23:59:59.999Z", "9999-12-31"]) {
      const { status, body } = await app.post(url, { ...input, [path]: value }, { ...eve, ...headers });
      expect([status, body.code]).toEqual([400, "VALIDATION_ERROR"]);
      expect(body.details.fields).toContainEqual(expect.objectContaining({ path, rule: "format" }));
    }
  });

  test("in a query", async () => {
    const { status, body } = await app.get("/api-keys/usage?from=2026-06-30T23:59:60Z", eve);
    expect([status, body.details.fields[0]]).toEqual([
      400,
      expect.objectContaining({ path: "from", rule: "format" }),
    ]);
  });
});
