import type { taxCategories } from "../taxes/line-taxes.ts";

/** Code of a tax treatment by EN 16931 (UNCL5305). */
export type CategoryCode = (typeof taxCategories)[keyof typeof taxCategories];

/**
 * An invoice or credit note in the terms of EN 16931-1, which CII and UBL write down. Amounts are minor units of
 * `currency`; comments name the business term (BT) or group (BG).
 */
export interface ElectronicDocument {
  kind: "invoice" | "credit_note";
  /** BT-1. */
  number: string;
  /** BT-2, YYYY-MM-DD. */
  issueDate: string;
  /** BT-9. */
  dueDate: string | null;
  /** BT-5. */
  currency: string;
  decimals: number;
  /** BT-22. */
  notes: readonly string[];
  /** BG-3: the invoice that a credit note corrects. */
  corrects: { number: string; issueDate: string | null } | null;
  /** BG-4. */
  seller: ElectronicParty;
  /** BG-7. */
  buyer: ElectronicParty;
  /** BG-13: where and when goods were delivered, for supplies to another member state. */
  delivery: { date: string; country: string } | null;
  /** BG-17. */
  bank: { holder: string | null; account: string; bic: string | null; isSepa: boolean } | null;
  /** BT-20. */
  terms: string | null;
  /** BG-25. */
  lines: readonly ElectronicLine[];
  /** BG-20: the discount on the whole document, by tax treatment. */
  allowances: readonly { amount: number; treatment: TaxTreatment; reason: string }[];
  /** BG-23. */
  taxes: readonly ElectronicTax[];
  totals: ElectronicTotals;
}

/** Seller or buyer. */
export interface ElectronicParty {
  /** BT-27, BT-44. */
  name: string;
  /** BT-28. */
  tradeName: string | null;
  /** BT-30: number in a register. */
  registration: string | null;
  /** BT-31, BT-48: VAT number with the prefix of its country. */
  vatId: string | null;
  /** BT-32: other registration for tax. */
  taxNumber: string | null;
  /** BT-34, BT-49. */
  email: string | null;
  phone: string | null;
  address: {
    lines: readonly string[];
    city: string | null;
    postalCode: string | null;
    region: string | null;
    /** BT-40, BT-55. */
    country: string;
  };
}

/** How something is taxed: BT-151 and BT-152. */
export interface TaxTreatment {
  category: CategoryCode;
  /** In 1e-4 percent. */
  rate: number;
}

/** A line: BG-25. */
export interface ElectronicLine {
  name: string;
  /** Decimal, below zero for a deduction. */
  quantity: string;
  /** BT-146: net price of one, a decimal of zero or more. */
  price: string;
  /** BT-136. */
  allowance: number;
  /** BT-131. */
  net: number;
  treatment: TaxTreatment;
}

/** Tax of one treatment: BG-23. */
export interface ElectronicTax {
  treatment: TaxTreatment;
  base: number;
  tax: number;
  /** BT-120. */
  reason: string | null;
}

/** BG-22. */
export interface ElectronicTotals {
  lines: number;
  allowances: number;
  net: number;
  tax: number;
  gross: number;
  paid: number;
  due: number;
}
