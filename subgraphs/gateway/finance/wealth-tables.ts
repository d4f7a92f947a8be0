import type { FilingStatus } from "./taxes/federal-tax-tables.ts";

/** What every row has that is not part of another one. */
export interface Kept {
  id: string;
  ownerId: string;
  createdAt: string;
}

export interface StockSplitRow {
  ownerId: string;
  securityId: string;
  date: string;
  numerator: number;
  denominator: number;
  createdAt: string;
}

export const assetClasses = ["stock", "fund", "bond", "crypto", "other", "cash"] as const;
export type AssetClass = (typeof assetClasses)[number];

/** Target share of an asset class, in hundredths of a percent. */
export interface TargetRow {
  ownerId: string;
  class: AssetClass;
  share: number;
}

/** What an asset is worth from a day on; null transactions are those of opening balances. */
export interface ValuationRow {
  accountId: string;
  date: string;
  ownerId: string;
  value: number;
  transactionId: string | null;
  createdAt: string;
}

export const taxItemKinds = [
  "wages",
  "self_employment",
  "interest",
  "qualified_dividends",
  "long_term_gains",
  "itemized_deductions",
  "withheld",
  "estimated_paid",
  "prior_year_tax",
  "prior_year_agi",
  "itemized_taxes",
  "minimum_tax_items",
  "business_wages",
  "business_property",
] as const;
export type TaxItemKind = (typeof taxItemKinds)[number];

export interface TaxProfileRow {
  ownerId: string;
  year: number;
  filingStatus: FilingStatus;
  state: string | null;
  dependents: number;
  items: { kind: TaxItemKind; amountCents: number }[];
  isSpecifiedService: boolean;
  /** Exemptions that the state's withholding form counts. */
  stateAllowances: number;
  updatedAt: string;
}

export const alertKinds = ["low_balance", "large_transaction", "over_budget", "bill_due"] as const;
export type AlertKind = (typeof alertKinds)[number];
export const alertChannels = ["mail", "webhook"] as const;
export type AlertChannel = (typeof alertChannels)[number];

/** The threshold is in minor units of the currency. */
export interface AlertRow extends Kept {
  kind: AlertKind;
  channel: AlertChannel;
  accountId: string | null;
  budgetId: string | null;
  categoryId: string | null;
  threshold: number | null;
  currency: string;
  daysBefore: number | null;
  checkedAt: string | null;
}

export interface AlertEventRow extends Kept {
  alertId: string;
  kind: AlertKind;
  channel: AlertChannel;
  subjectId: string;
  message: string;
  amount: number;
  currency: string;
  date: string;
}

/** A change in the history; what it did to rows is in `history/history.rows.ts`. */
export interface ChangeHeaderRow extends Kept {
  operation: string;
  undoes: string | null;
}

/** Tables of investments, assets, taxes, alerts and the history, as they are stored. */
export interface WealthTables {
  finance_stock_splits: StockSplitRow;
  finance_targets: TargetRow;
  finance_valuations: ValuationRow;
  finance_tax_profiles: TaxProfileRow;
  finance_alerts: AlertRow;
  finance_alert_events: AlertEventRow;
  finance_changes: ChangeHeaderRow;
}
