import { DomainError } from "./errors.ts";

/**
 * Active currencies by number of minor-unit decimals.
 * Source: ISO 4217:2015 list one (current currencies), with the amendments up to 2026: XCG for ANG, ZWG for
 * ZWL, EUR for HRK and BGN. Fund codes, metals, test codes and units of account are omitted: no payment uses
 * them, and they are the only codes with four decimals or none defined.
 */
const codesByDecimals: Record<0 | 2 | 3, string> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF",
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP
    CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS
    INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN
    MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE
    SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR
    ZMW ZWG`,
  3: "BHD IQD JOD KWD LYD OMR TND",
};

const decimalsByCode = new Map<string, number>(
  Object.entries(codesByDecimals).flatMap(([decimals, codes]) =>
    codes.split(/\s+/).map((code): [string, number] => [code, Number(decimals)]),
  ),
);

/** The upper-case ISO 4217 code of a currency written in any case. Throws INVALID_CURRENCY for an unknown one. */
export function parseCurrency(text: string): string {
  const code = text.toUpperCase();
  if (text.length !== 3 || !decimalsByCode.has(code)) {
    throw new DomainError(
      "INVALID_CURRENCY",
      "The currency is not an active ISO 4217 code. Send a code such as USD.",
    );
  }
  return code;
}

/** How many decimals amounts of this currency have: 0, 2 or 3. Throws INVALID_CURRENCY for an unknown one. */
export function currencyDecimals(currency: string): number {
  return decimalsByCode.get(currency) ?? (decimalsByCode.get(parseCurrency(currency)) as number);
}
