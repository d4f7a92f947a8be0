import { parseValue, type ValueNode } from "graphql";
import { expect, test } from "vitest";
import {
  CreditsScalar,
  DateScalar,
  DateTimeScalar,
  JSONObjectScalar,
  MoneyScalar,
} from "../../src/graphql/scalars.ts";

const literal = (text: string): ValueNode => parseValue(text);

test("credits are hundredths inside and at most 2 decimals outside, exactly", () => {
  for (const [outside, inside] of [
    [1, 100],
    [0.01, 1],
    [1.1, 110],
    [19.99, 1999],
    [1234567.89, 123456789],
  ] as const) {
    expect(CreditsScalar.parseValue(outside)).toBe(inside);
    expect(CreditsScalar.parseLiteral(literal(String(outside)))).toBe(inside);
    expect(CreditsScalar.serialize(inside)).toBe(outside);
  }
});

test.each([1.234, 0.1 + 0.2, "1", null, Number.NaN, Number.POSITIVE_INFINITY, true, {}])(
  "credits refuse %o",
  (value) => {
    expect(() => CreditsScalar.parseValue(value)).toThrow();
  },
);

test.each(['"1"', "true", "[1]", "null", "1.234"])("the literal %s is no amount of credits", (text) => {
  expect(() => CreditsScalar.parseLiteral(literal(text))).toThrow();
});

test("money keeps its number, and the service checks the currency's decimals", () => {
  expect(MoneyScalar.parseValue(10.005)).toBe(10.005);
  expect(() => MoneyScalar.parseValue("10")).toThrow("Money must be a number.");
  expect(() => MoneyScalar.parseLiteral(literal('"10"'))).toThrow();
});

test("moments are UTC with milliseconds and Z", () => {
  const moment = new Date("2024-02-29T12:00:00+02:00");
  expect(DateTimeScalar.serialize(moment)).toBe("2024-02-29T10:00:00.000Z");
  expect(() => DateTimeScalar.parseValue("yesterday")).toThrow();
  expect(() => DateTimeScalar.parseValue("2024-13-01T00:00:00Z")).toThrow();
});

test("dates are days that exist, of the years 1900 to 2199", () => {
  expect(DateScalar.parseValue("2024-02-29")).toBe("2024-02-29");
  expect(DateScalar.parseLiteral(literal('"1900-01-01"'))).toBe("1900-01-01");
  expect(() => DateScalar.parseLiteral(literal('"0000-12-31"'))).toThrow("from 1900-01-01 to 2199-12-31");
  for (const wrong of [
    "2023-02-29",
    "1899-12-31",
    "2200-01-01",
    "2024-1-1",
    "0000-01-01",
    "2024-02-29T00:00:00Z",
    20240229,
  ]) {
    expect(() => DateScalar.parseValue(wrong)).toThrow();
  }
});

test("an open object is an object, nothing else", () => {
  expect(JSONObjectScalar.parseValue({ a: [1, null] })).toEqual({ a: [1, null] });
  for (const wrong of [[], "x", 1]) expect(() => JSONObjectScalar.parseValue(wrong)).toThrow();
});
