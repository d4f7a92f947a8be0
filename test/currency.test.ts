import { describe, expect, it } from "vitest";
import { currencyDecimals, parseCurrency } from "../src/currency.ts";

/**
 * Currencies for which the runtime's locale data shows fewer decimals than ISO 4217 defines, because the coins
 * no longer exist.
 */
const withoutCoins = new Set("AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK PKR SOS SYP YER".split(" "));
/** Withdrawn from ISO 4217, still known to the runtime. */
const withdrawn = new Set(["SLL"]);

describe("currencyDecimals", () => {
  it.each([
    ["USD", 2],
    ["eur", 2],
    ["JPY", 0],
    ["KWD", 3],
    ["HUF", 2],
    ["XOF", 0],
  ])("gives %s %d decimals", (currency, decimals) => {
    expect(currencyDecimals(currency)).toBe(decimals);
  });

  it("agrees with the runtime's currency data wherever that follows ISO 4217", () => {
    const disagreeing = Intl.supportedValuesOf("currency").filter((code) => {
      if (withoutCoins.has(code) || withdrawn.has(code)) return false;
      const shown = new Intl.NumberFormat("en", { style: "currency", currency: code }).resolvedOptions();
      const digits = shown.maximumFractionDigits;
      return isKnown(code) ? currencyDecimals(code) !== digits : digits === 0 || digits === 3;
    });
    expect(disagreeing).toEqual([]);
  });
});

describe("parseCurrency", () => {
  it("gives the code in upper case", () => expect(parseCurrency("gbp")).toBe("GBP"));

  it.each(["", "US", "USDX", "XXX", "XAU", "ZZZ", "constructor"])("refuses %j", (text) => {
    expect(() => parseCurrency(text)).toThrow(expect.objectContaining({ code: "INVALID_CURRENCY" }));
  });
});

function isKnown(code: string): boolean {
  try {
    parseCurrency(code);
    return true;
  } catch {
    return false;
  }
}
