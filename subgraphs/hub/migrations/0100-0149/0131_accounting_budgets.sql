-- Budgets of a ledger: planned amounts of income and expense accounts by month, in minor units of the ledger's currency.
CREATE TABLE accounting_budgets (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  ledger_id text NOT NULL,
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  UNIQUE (owner_id, ledger_id, id),
  FOREIGN KEY (owner_id, ledger_id) REFERENCES accounting_ledgers (owner_id, id)
);
CREATE INDEX accounting_budgets_newest ON accounting_budgets (owner_id, created_at DESC, id DESC);
CREATE INDEX accounting_budgets_ledger ON accounting_budgets (owner_id, ledger_id);

CREATE TABLE accounting_budget_lines (
  budget_id text NOT NULL,
  account_id text NOT NULL,
  -- First day of the month.
  month date NOT NULL CHECK (month = date_trunc('month', month)),
  owner_id text NOT NULL,
  ledger_id text NOT NULL,
  -- Positive for income of an income account and for costs of an expense account.
  amount bigint NOT NULL CHECK (amount <> 0),
  PRIMARY KEY (budget_id, account_id, month),
  FOREIGN KEY (owner_id, ledger_id, budget_id) REFERENCES accounting_budgets (owner_id, ledger_id, id),
  FOREIGN KEY (owner_id, ledger_id, account_id) REFERENCES accounting_accounts (owner_id, ledger_id, id)
);
CREATE INDEX accounting_budget_lines_budget ON accounting_budget_lines (owner_id, ledger_id, budget_id);
CREATE INDEX accounting_budget_lines_account ON accounting_budget_lines (owner_id, ledger_id, account_id);

ALTER TABLE accounting_budgets ENABLE ROW LEVEL SECURITY;
ALTER TABLE accounting_budgets FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON accounting_budgets
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
ALTER TABLE accounting_budget_lines ENABLE ROW LEVEL SECURITY;
ALTER TABLE accounting_budget_lines FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON accounting_budget_lines
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
