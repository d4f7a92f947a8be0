import { describe, expect, test } from "vitest";
import { chargeAmount } from "../../../subgraphs/hub/payments/charge-amount.ts";
import { checkMetadata } from "../../../subgraphs/hub/payments/metadata.ts";
import type { DomainError } from "../../../src/errors.ts";

const refusalOf = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    return error as DomainError;
  }
  return null;
};

test.each([
  [0.5, "usd", 50, "USD"],
  [10.99, "EUR", 1_099, "EUR"],
  [1.1, "GBP", 110, "GBP"],
  [50, "jpy", 50, "JPY"],
  [1.234, "KWD", 1_234, "KWD"],
  [999_999.99, "USD", 99_999_999, "USD"],
  [15, "CZK", 1_500, "CZK"],
  [175, "HUF", 17_500, "HUF"],
] as const)("%d %s is %d minor units", (amount, currency, minor, code) => {
  expect(chargeAmount(amount, currency)).toEqual({ amount: minor, currency: code });
});

test.each([
  ["AED", 2],
  ["CZK", 15],
  ["DKK", 2.5],
  ["HKD", 4],
  ["HUF", 175],
  ["JPY", 50],
  ["MXN", 10],
  ["MYR", 2],
  ["NOK", 3],
  ["PLN", 2],
  ["RON", 2],
  ["SEK", 3],
  ["THB", 10],
] as const)("the least amount in %s is %d", (currency, minimum) => {
  expect(chargeAmount(minimum, currency).currency).toBe(currency);
  expect(refusalOf(() => chargeAmount(minimum - (currency === "JPY" ? 1 : 0.01), currency))).toMatchObject({
    code: "INVALID_AMOUNT",
    status: 400,
    details: { minimum, currency },
  });
});

test.each([
  [10, "XXX", "INVALID_CURRENCY"],
  [10, "usdollar", "INVALID_CURRENCY"],
  [10, "MGA", "INVALID_CURRENCY"],
  [10.5, "JPY", "AMOUNT_PRECISION"],
  [10.001, "USD", "AMOUNT_PRECISION"],
  [1.2345, "KWD", "AMOUNT_PRECISION"],
] as const)("%d %s is refused: %s", (amount, currency, code) => {
  expect(refusalOf(() => chargeAmount(amount, currency))).toMatchObject({ code, status: 400 });
});

describe("metadata", () => {
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, "v"]));

  test("metadata within its limits is accepted unchanged", () => {
    const largest = { ...many(49), ["k".repeat(40)]: "v".repeat(500) };
    expect(checkMetadata(largest)).toEqual(largest);
    expect(checkMetadata(null)).toEqual({});
  });

  test.each([
    ["too many keys", many(51), "metadata", "maxKeys"],
    ["a key that is too long", { ["k".repeat(41)]: "v" }, `metadata.${"k".repeat(40)}`, "keyLength"],
    ["an empty key", { "": "v" }, "metadata.", "keyLength"],
    ["a reserved key", { hub_x: "v" }, "metadata.hub_x", "reserved"],
    ["a value that is too long", { k: "v".repeat(501) }, "metadata.k", "maxLength"],
    ["a number", { k: 1 }, "metadata.k", "type"],
    ["an object", { k: {} }, "metadata.k", "type"],
  ])("with %s is refused", (_what, metadata, path, rule) => {
    const refusal = refusalOf(() => checkMetadata(metadata));
    expect(refusal).toMatchObject({ code: "VALIDATION_ERROR" });
    expect(refusal!.details["fields"]).toEqual([{ path, rule, message: expect.any(String) }]);
  });

  test("metadata faults are all reported at once", () => {
    const refusal = refusalOf(() => checkMetadata({ hub_a: 1, b: "v".repeat(501) }));
    expect((refusal!.details["fields"] as { rule: string }[]).map(({ rule }) => rule)).toEqual([
      "reserved",
      "type",
      "maxLength",
    ]);
  });
});
