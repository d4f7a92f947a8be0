-- Rules of an account that suggest where lines of bank statements belong, or post and match them when they are imported.
CREATE TABLE accounting_bank_rules (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  ledger_id text NOT NULL,
  name text NOT NULL,
  -- Rules are tried by position, then by age.
  position integer NOT NULL CHECK (position > 0),
  is_enabled boolean NOT NULL,
  action text NOT NULL CHECK (action IN ('suggest', 'post')),
  -- The account with the statements; null for every one of the ledger.
  bank_account_id text,
  -- Phrases, any of which is in the line's text; null without this condition.
  texts text[],
  counterparty text,
  direction text CHECK (direction IN ('in', 'out')),
  -- Bounds of the amount without its sign, in minor units.
  min_amount bigint CHECK (min_amount >= 0),
  max_amount bigint CHECK (max_amount >= 0),
  account_id text NOT NULL,
  client text,
  project text,
  memo text,
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CHECK (num_nonnulls(texts, counterparty) > 0),
  CHECK (min_amount <= max_amount),
  CHECK (bank_account_id <> account_id),
  FOREIGN KEY (owner_id, ledger_id, account_id) REFERENCES accounting_accounts (owner_id, ledger_id, id),
  FOREIGN KEY (owner_id, ledger_id, bank_account_id) REFERENCES accounting_accounts (owner_id, ledger_id, id)
);
CREATE INDEX accounting_bank_rules_order ON accounting_bank_rules (owner_id, ledger_id, position, created_at, id);
CREATE INDEX accounting_bank_rules_account ON accounting_bank_rules (owner_id, ledger_id, account_id);
CREATE INDEX accounting_bank_rules_bank ON accounting_bank_rules (owner_id, ledger_id, bank_account_id);

-- Entries that rules have posted, for which line. The rule may have been deleted since.
CREATE TABLE accounting_bank_rule_entries (
  entry_id text PRIMARY KEY,
  owner_id text NOT NULL,
  ledger_id text NOT NULL,
  line_id text NOT NULL UNIQUE,
  rule_id text NOT NULL,
  FOREIGN KEY (owner_id, ledger_id, entry_id) REFERENCES accounting_entries (owner_id, ledger_id, id)
);
CREATE INDEX accounting_bank_rule_entries_entry ON accounting_bank_rule_entries (owner_id, ledger_id, entry_id);

ALTER TABLE accounting_bank_rule_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE accounting_bank_rule_entries FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON accounting_bank_rule_entries
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
ALTER TABLE accounting_bank_rules ENABLE ROW LEVEL SECURITY;
ALTER TABLE accounting_bank_rules FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON accounting_bank_rules
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
