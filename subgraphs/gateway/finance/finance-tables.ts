import type { CsvMapping } from "../../../src/bank-statements/csv-statement.ts";
import type { Kept, WealthTables } from "./wealth-tables.ts";

/** Rows of the finance app as they are stored; the migration says what the columns mean. */
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
  /** Of a credit card, in 1e-4 percent a year. */
  annualRate: number | null;
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

export const tradeSides = ["buy", "sell", "dividend", "reinvestment", "spin_off", "received"] as const;

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
  /** Purchase date of units received in a spin-off. */
  acquiredOn: string | null;
}

export const priceSources = ["manual", "trade", "market"] as const;
export type PriceSource = (typeof priceSources)[number];

export interface PriceRow {
  ownerId: string;
  securityId: string;
  date: string;
  price: number;
  source: PriceSource;
  /** Of market prices. */
  fetchedAt: string | null;
}

export interface LoanRow extends Kept {
  accountId: string;
  principal: number;
  annualRate: number;
  termMonths: number;
  startDate: string;
  paymentDay: number;
}

export interface FinanceTables extends WealthTables {
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
  finance_loans: LoanRow;
}
