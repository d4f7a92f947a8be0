/** A table whose changes are recorded. */
export interface HistoryTable {
  kind: ChangedKind;
  /** Columns of the primary key. */
  key: readonly string[];
  /** Columns that count changes and note their time. */
  stamps?: readonly ("version" | "updated_at")[];
  /** Columns with the `id` of a row that takes this one, or the column's value, along when it is deleted. */
  goesWith?: Readonly<Record<string, string>>;
  /** Names that others use: their creation is not undone while something uses them. */
  usedBy?: readonly string[];
}

export const changedKinds = [
  "account",
  "alert",
  "bill_occurrence",
  "bill_terms",
  "bill",
  "budget_amount",
  "budget_category",
  "budget_hold",
  "budget_rollover",
  "budget",
  "category",
  "category_group",
  "goal_movement",
  "goal",
  "import",
  "import_mapping",
  "loan",
  "payee",
  "price",
  "exchange_rate",
  "receipt",
  "reconciliation",
  "rule",
  "security",
  "split",
  "stock_split",
  "tag",
  "target",
  "tax_profile",
  "trade",
  "transaction",
  "valuation",
] as const;
export type ChangedKind = (typeof changedKinds)[number];

const stamped = ["version", "updated_at"] as const;

/** All tables with changes of people. States and events of alerts, and the history itself, are not among them. */
export const historyTables = {
  finance_accounts: { kind: "account", key: ["id"], stamps: stamped },
  finance_alerts: {
    kind: "alert",
    key: ["id"],
    goesWith: {
      account_id: "finance_accounts",
      budget_id: "finance_budgets",
      category_id: "finance_categories",
    },
  },
  finance_bill_occurrences: {
    kind: "bill_occurrence",
    key: ["bill_id", "date"],
    goesWith: { transaction_id: "finance_transactions" },
  },
  finance_bill_terms: {
    kind: "bill_terms",
    key: ["bill_id", "until"],
    goesWith: { bill_id: "finance_bills" },
  },
  finance_bills: { kind: "bill", key: ["id"], stamps: stamped },
  finance_budget_amounts: { kind: "budget_amount", key: ["budget_id", "category_id", "month"] },
  finance_budget_categories: { kind: "budget_category", key: ["budget_id", "category_id"] },
  finance_budget_holds: { kind: "budget_hold", key: ["budget_id", "month"] },
  finance_budget_rollovers: { kind: "budget_rollover", key: ["budget_id", "category_id", "from_month"] },
  finance_budgets: { kind: "budget", key: ["id"], stamps: stamped },
  finance_categories: { kind: "category", key: ["id"], stamps: stamped },
  finance_category_groups: { kind: "category_group", key: ["id"] },
  finance_goal_movements: { kind: "goal_movement", key: ["id"], goesWith: { goal_id: "finance_goals" } },
  finance_goals: { kind: "goal", key: ["id"], stamps: stamped },
  finance_import_batches: { kind: "import", key: ["id"] },
  finance_import_mappings: {
    kind: "import_mapping",
    key: ["id"],
    stamps: ["updated_at"],
    goesWith: { account_id: "finance_accounts" },
  },
  finance_loans: { kind: "loan", key: ["id"] },
  finance_payees: {
    kind: "payee",
    key: ["id"],
    usedBy: [
      "SELECT FROM finance_transactions AS u WHERE u.payee_id = t.id",
      "SELECT FROM finance_bills AS u WHERE u.payee_id = t.id",
      "SELECT FROM finance_payees AS u WHERE u.merged_into = t.id",
    ],
  },
  finance_prices: { kind: "price", key: ["security_id", "date"] },
  finance_rates: { kind: "exchange_rate", key: ["owner_id", "base", "quote", "date"] },
  finance_receipts: { kind: "receipt", key: ["id"], goesWith: { transaction_id: "finance_transactions" } },
  finance_reconciliations: { kind: "reconciliation", key: ["id"] },
  finance_rules: { kind: "rule", key: ["id"], stamps: stamped },
  finance_securities: { kind: "security", key: ["id"] },
  finance_splits: {
    kind: "split",
    key: ["transaction_id", "position"],
    goesWith: { transaction_id: "finance_transactions" },
  },
  finance_stock_splits: { kind: "stock_split", key: ["security_id", "date"] },
  finance_tags: {
    kind: "tag",
    key: ["id"],
    usedBy: [
      "SELECT FROM finance_transactions AS u WHERE u.owner_id = t.owner_id AND jsonb_exists(u.tags, t.name)",
    ],
  },
  finance_targets: { kind: "target", key: ["owner_id", "class"] },
  finance_tax_profiles: { kind: "tax_profile", key: ["owner_id", "year"], stamps: ["updated_at"] },
  finance_trades: { kind: "trade", key: ["id"] },
  finance_transactions: { kind: "transaction", key: ["id"], stamps: stamped },
  finance_valuations: {
    kind: "valuation",
    key: ["account_id", "date"],
    goesWith: { account_id: "finance_accounts", transaction_id: "finance_transactions" },
  },
} satisfies Readonly<Record<string, HistoryTable>>;

export type HistoryTableName = keyof typeof historyTables;

export function historyTable(name: HistoryTableName): HistoryTable {
  return historyTables[name];
}
