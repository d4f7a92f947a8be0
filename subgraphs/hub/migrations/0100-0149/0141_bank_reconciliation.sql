-- Bank statements of ledger accounts, and what their lines are matched with. Amounts are minor units of the ledger's
-- currency; what came in is positive, as a debit of the account.
CREATE TABLE accounting_bank_statements (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  ledger_id text NOT NULL,
  account_id text NOT NULL,
  format text NOT NULL CHECK (format IN ('csv', 'ofx', 'camt053')),
  -- Dates of the first and the last line.
  from_date date NOT NULL,
  to_date date NOT NULL,
  -- Balances before the first line and after the last one; null while unknown.
  opening bigint,
  closing bigint,
  status text NOT NULL CHECK (status IN ('open', 'completed')),
  line_count integer NOT NULL CHECK (line_count > 0),
  lines_total bigint NOT NULL,
  -- Lines of the file that an earlier statement has.
  duplicates integer NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  UNIQUE (owner_id, ledger_id, id),
  CHECK (from_date <= to_date),
  CHECK (status = 'open' OR opening + lines_total = closing),
  FOREIGN KEY (owner_id, ledger_id, account_id) REFERENCES accounting_accounts (owner_id, ledger_id, id)
);
CREATE INDEX accounting_bank_statements_newest ON accounting_bank_statements (owner_id, to_date DESC, id DESC);
CREATE INDEX accounting_bank_statements_account ON accounting_bank_statements (owner_id, ledger_id, account_id, to_date);

-- Lines of one match have the same sum as the entry lines of it.
CREATE TABLE accounting_bank_matches (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  ledger_id text NOT NULL,
  matched_by text NOT NULL,
  matched_at timestamptz(3) NOT NULL,
  UNIQUE (owner_id, ledger_id, id),
  FOREIGN KEY (owner_id, ledger_id) REFERENCES accounting_ledgers (owner_id, id)
);

CREATE TABLE accounting_bank_lines (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  ledger_id text NOT NULL,
  account_id text NOT NULL,
  statement_id text NOT NULL,
  -- The bank's reference, or a key made from the line: a line is imported once.
  identity text NOT NULL,
  date date NOT NULL,
  amount bigint NOT NULL CHECK (amount <> 0),
  payee text NOT NULL,
  notes text,
  match_id text,
  created_at timestamptz(3) NOT NULL,
  UNIQUE (account_id, identity),
  FOREIGN KEY (owner_id, ledger_id, account_id) REFERENCES accounting_accounts (owner_id, ledger_id, id),
  FOREIGN KEY (owner_id, ledger_id, statement_id) REFERENCES accounting_bank_statements (owner_id, ledger_id, id),
  FOREIGN KEY (owner_id, ledger_id, match_id) REFERENCES accounting_bank_matches (owner_id, ledger_id, id)
);
CREATE INDEX accounting_bank_lines_list ON accounting_bank_lines (owner_id, statement_id, date DESC, id DESC);
CREATE INDEX accounting_bank_lines_statement ON accounting_bank_lines (owner_id, ledger_id, statement_id);
CREATE INDEX accounting_bank_lines_match ON accounting_bank_lines (owner_id, ledger_id, match_id);
CREATE INDEX accounting_bank_lines_account ON accounting_bank_lines (owner_id, ledger_id, account_id, date);
CREATE INDEX accounting_bank_lines_unmatched ON accounting_bank_lines (account_id, date) WHERE match_id IS NULL;

-- The primary key keeps an entry line in one match.
CREATE TABLE accounting_bank_matched_lines (
  entry_id text NOT NULL,
  line smallint NOT NULL,
  owner_id text NOT NULL,
  ledger_id text NOT NULL,
  match_id text NOT NULL,
  PRIMARY KEY (entry_id, line),
  FOREIGN KEY (entry_id, line) REFERENCES accounting_lines (entry_id, line),
  FOREIGN KEY (owner_id, ledger_id, match_id) REFERENCES accounting_bank_matches (owner_id, ledger_id, id)
);
CREATE INDEX accounting_bank_matched_lines_match ON accounting_bank_matched_lines (owner_id, ledger_id, match_id);

-- Who completed and reopened the reconciliation of which statement, and why.
CREATE TABLE accounting_bank_reconciliations (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  ledger_id text NOT NULL,
  account_id text NOT NULL,
  statement_id text NOT NULL,
  through date NOT NULL,
  opening bigint NOT NULL,
  closing bigint NOT NULL,
  completed_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  reopened_by text,
  reopened_at timestamptz(3),
  reason text,
  CHECK (num_nulls(reopened_by, reopened_at, reason) IN (0, 3)),
  FOREIGN KEY (owner_id, ledger_id, account_id) REFERENCES accounting_accounts (owner_id, ledger_id, id),
  FOREIGN KEY (owner_id, ledger_id, statement_id) REFERENCES accounting_bank_statements (owner_id, ledger_id, id)
);
CREATE INDEX accounting_bank_reconciliations_newest ON accounting_bank_reconciliations (owner_id, created_at DESC, id DESC);
CREATE INDEX accounting_bank_reconciliations_account ON accounting_bank_reconciliations (owner_id, ledger_id, account_id);
CREATE UNIQUE INDEX accounting_bank_reconciliations_once ON accounting_bank_reconciliations (statement_id)
  WHERE reopened_at IS NULL;
CREATE INDEX accounting_bank_reconciliations_statement ON accounting_bank_reconciliations (owner_id, ledger_id, statement_id);

ALTER TABLE accounting_bank_statements ENABLE ROW LEVEL SECURITY;
ALTER TABLE accounting_bank_statements FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON accounting_bank_statements
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
ALTER TABLE accounting_bank_matches ENABLE ROW LEVEL SECURITY;
ALTER TABLE accounting_bank_matches FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON accounting_bank_matches
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
ALTER TABLE accounting_bank_lines ENABLE ROW LEVEL SECURITY;
ALTER TABLE accounting_bank_lines FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON accounting_bank_lines
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
ALTER TABLE accounting_bank_matched_lines ENABLE ROW LEVEL SECURITY;
ALTER TABLE accounting_bank_matched_lines FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON accounting_bank_matched_lines
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
ALTER TABLE accounting_bank_reconciliations ENABLE ROW LEVEL SECURITY;
ALTER TABLE accounting_bank_reconciliations FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON accounting_bank_reconciliations
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
