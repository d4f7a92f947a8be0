import type { CsvMapping } from "../../../src/bank-statements/csv-statement.ts";
import type { FilingStatus } from "./taxes/federal-tax-tables.ts";

/** Rows of the finance app as they are stored; the migration says what the columns mean. */
interface Kept {
  id: string;
  ownerId: string;
  createdAt: string;
}
interface Changing extends Kept {
  version: number;
  updatedAt: string;
}

export const accountKinds = [
  "cash",
  "checking",
  "savings",
  "credit_card",
  "loan",
  "investment",
  "property",
  "vehicle",
  "collectible",
  "other",
] as const;
export type AccountKind = (typeof accountKinds)[number];

export interface AccountRow extends Changing {
  name: string;
  kind: AccountKind;
  currency: string;
  openingBalance: number;
  openedOn: string;
  includeInNetWorth: boolean;
  status: "open" | "closed";
  bankAccountId: string | null;
}

export interface CategoryGroupRow extends Kept {
  name: string;
  position: number;
}

export type CategoryKind = "income" | "expense";

export interface CategoryRow extends Changing {
  groupId: string | null;
  name: string;
  kind: CategoryKind;
  taxLine: string | null;
  status: "active" | "archived";
}

export interface PayeeRow extends Kept {
  name: string;
  defaultCategoryId: string | null;
  /** The payee that this name was merged into. */
  mergedInto: string | null;
}

export interface TagRow extends Kept {
  name: string;
  color: string | null;
}

export type TransactionStatus = "pending" | "cleared" | "reconciled";

export interface TransactionRow extends Changing {
  accountId: string;
  date: string;
  amount: number;
  payeeId: string;
  categoryId: string | null;
  transferId: string | null;
  tradeId: string | null;
  status: TransactionStatus;
  notes: string | null;
  tags: string[];
  reviewed: boolean;
  importBatchId: string | null;
  fitid: string | null;
}

/** A part of a transaction, in minor units. */
export interface SplitPart {
  categoryId: string;
  amount: number;
  note: string | null;
}

/** A transaction as it is shown. */
export interface EntryRow extends TransactionRow {
  payee: string;
  currency: string;
  accountKind: AccountKind;
  splits: SplitPart[] | null;
}

export interface SplitRow extends SplitPart {
  transactionId: string;
  position: number;
  ownerId: string;
}

export interface ImportFault {
  row: number;
  message: string;
}

export interface ImportBatchRow extends Kept {
  accountId: string;
  format: string;
  status: "applied" | "undone";
  added: number;
  settled: number;
  duplicates: number;
  rejected: number;
  errors: ImportFault[];
}

export interface ImportMappingRow extends Kept {
  accountId: string;
  name: string;
  mapping: CsvMapping;
  updatedAt: string;
}

export interface RuleCondition {
  field: "payee" | "notes" | "account" | "amount";
  operator: "is" | "contains" | "starts_with" | "at_least" | "at_most";
  value: string;
}

export interface RuleAction {
  set: "category" | "tag" | "payee";
  value: string;
}

export interface RuleRow extends Changing {
  conditions: RuleCondition[];
  actions: RuleAction[];
  stopOnMatch: boolean;
  position: number;
}

export interface ReconciliationRow extends Kept {
  accountId: string;
  statementDate: string;
  statementBalance: number;
  reconciled: number;
}

export interface RateRow {
  ownerId: string;
  base: string;
  quote: string;
  date: string;
  rate: number;
}

export interface BudgetRow extends Changing {
  name: string;
  period: "monthly";
  currency: string;
  method: "envelope" | "tracking";
  firstMonth: string;
}

export interface GoalRow extends Changing {
  name: string;
  targetAmount: number;
  targetDate: string | null;
  accountId: string | null;
  currency: string;
  saved: number;
  status: "active" | "reached" | "dropped";
  closedOn: string | null;
}

export interface GoalMovementRow extends Kept {
  goalId: string;
  date: string;
  /** What is taken back is negative. */
  amount: number;
}

export interface BillRow extends Changing {
  payeeId: string;
  amountMin: number;
  amountMax: number;
  rrule: string;
  startsOn: string;
  accountId: string;
  categoryId: string | null;
  autopay: boolean;
  status: "active" | "ended";
}

/** Terms of a bill before a change, for its occurrences before `until`. */
export interface BillTermsRow extends Pick<
  BillRow,
  "ownerId" | "amountMin" | "amountMax" | "rrule" | "startsOn"
> {
  billId: string;
  until: string;
}

export interface OccurrenceRow {
  billId: string;
  date: string;
  ownerId: string;
  status: "paid" | "skipped";
  transactionId: string | null;
}

export interface SecurityRow extends Kept {
  symbol: string;
  name: string;
  kind: "stock" | "fund" | "bond" | "crypto" | "other";
  currency: string;
}

export const tradeSides = ["buy", "sell", "dividend", "reinvestment"] as const;

export interface TradeRow extends Kept {
  accountId: string;
  securityId: string;
  side: (typeof tradeSides)[number];
  date: string;
  quantity: number;
  price: number;
  fees: number;
  amount: number;
  lots: { tradeId: string; quantity: number }[] | null;
}

export interface StockSplitRow {
  ownerId: string;
  securityId: string;
  date: string;
  numerator: number;
  denominator: number;
  createdAt: string;
}

export interface PriceRow {
  ownerId: string;
  securityId: string;
  date: string;
  price: number;
  source: "manual" | "trade";
}

export const assetClasses = ["stock", "fund", "bond", "crypto", "other", "cash"] as const;
export type AssetClass = (typeof assetClasses)[number];

/** Target share of an asset class, in hundredths of a percent. */
export interface TargetRow {
  ownerId: string;
  class: AssetClass;
  share: number;
}

export interface LoanRow extends Kept {
  accountId: string;
  principal: number;
  annualRate: number;
  termMonths: number;
  startDate: string;
  paymentDay: number;
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
] as const;
export type TaxItemKind = (typeof taxItemKinds)[number];

export interface TaxProfileRow {
  ownerId: string;
  year: number;
  filingStatus: FilingStatus;
  state: string | null;
  dependents: number;
  items: { kind: TaxItemKind; amountCents: number }[];
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

export interface FinanceTables {
  finance_accounts: AccountRow;
  finance_category_groups: CategoryGroupRow;
  finance_categories: CategoryRow;
  finance_payees: PayeeRow;
  finance_tags: TagRow;
  finance_transactions: TransactionRow;
  finance_entries: EntryRow;
  finance_splits: SplitRow;
  finance_import_batches: ImportBatchRow;
  finance_import_mappings: ImportMappingRow;
  finance_rules: RuleRow;
  finance_reconciliations: ReconciliationRow;
  finance_rates: RateRow;
  finance_budgets: BudgetRow;
  finance_goals: GoalRow;
  finance_goal_movements: GoalMovementRow;
  finance_bills: BillRow;
  finance_bill_terms: BillTermsRow;
  finance_bill_occurrences: OccurrenceRow;
  finance_securities: SecurityRow;
  finance_trades: TradeRow;
  finance_prices: PriceRow;
  finance_stock_splits: StockSplitRow;
  finance_loans: LoanRow;
  finance_targets: TargetRow;
  finance_valuations: ValuationRow;
  finance_tax_profiles: TaxProfileRow;
  finance_alerts: AlertRow;
  finance_alert_events: AlertEventRow;
}
