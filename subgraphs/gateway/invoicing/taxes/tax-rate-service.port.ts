/**
 * A service that knows which taxes apply at a place. It works for an account at the payment processor. Amounts are integer
 * minor units, currencies upper-case ISO 4217. Errors are PROCESSOR_ERROR and INVALID_AMOUNT.
 */
export interface TaxRateService {
  /** Name of the service, as shown to people. */
  readonly name: string;
  calculate(accountId: string, sale: TaxedSale): Promise<TaxAnswer>;
}

/** What is sold, and where. */
export interface TaxedSale {
  amount: number;
  currency: string;
  /** True where the amount includes its taxes. */
  isInclusive: boolean;
  /** Kind of product in the service's codes; null for the account's usual one. */
  taxCode: string | null;
  /** True for a buyer who pays no tax. */
  isExempt: boolean;
  place: TaxPlace;
}

export interface TaxPlace {
  /** ISO 3166-1 alpha-2. */
  country: string;
  state: string | null;
  city: string | null;
  postalCode: string | null;
}

export type TaxAnswer = TaxFacts | { refusal: TaxRefusal };

/** The place is not precise enough, the code is unknown, the account does not use the service, or is not ours any more. */
export type TaxRefusal = "place_unknown" | "code_unknown" | "inactive" | "no_access";

export interface TaxFacts {
  refusal: null;
  /** False where a stand-in or the service's test mode has answered. */
  isLive: boolean;
  taxAmount: number;
  rates: PlaceTax[];
}

/** One tax of a place. */
export interface PlaceTax {
  name: string;
  /** In percent, as a decimal text. */
  percent: string;
  jurisdiction: string;
  /** Such as `country`, `state` or `city`. */
  level: string;
  /** Why it is taxed or not, in the service's words. */
  taxability: string;
  taxableAmount: number;
  taxAmount: number;
}
