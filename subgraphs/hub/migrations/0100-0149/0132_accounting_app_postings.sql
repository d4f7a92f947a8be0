-- Accounts that postings of apps use in place of the standard ones.
CREATE TABLE accounting_mappings (
  owner_id text NOT NULL,
  ledger_id text NOT NULL,
  -- What is booked there; the program knows the names.
  slot text NOT NULL,
  account_id text NOT NULL,
  PRIMARY KEY (ledger_id, slot),
  FOREIGN KEY (owner_id, ledger_id, account_id) REFERENCES accounting_accounts (owner_id, ledger_id, id)
);
CREATE INDEX accounting_mappings_account ON accounting_mappings (owner_id, ledger_id, account_id);

-- Records of apps that are in the books. A record that changed is taken back and posted again as the next version.
CREATE TABLE accounting_app_postings (
  entry_id text PRIMARY KEY,
  owner_id text NOT NULL,
  ledger_id text NOT NULL,
  app text NOT NULL,
  kind text NOT NULL,
  source_id text NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  -- SHA-256 (hex) of what the record means.
  digest text NOT NULL,
  -- The record's own day; the entry has a later one when that was in a closed period.
  source_date date NOT NULL,
  -- The entry that took it back; null while it counts.
  reversal_id text,
  created_at timestamptz(3) NOT NULL,
  UNIQUE (owner_id, app, kind, source_id, version),
  FOREIGN KEY (owner_id, ledger_id, entry_id) REFERENCES accounting_entries (owner_id, ledger_id, id),
  FOREIGN KEY (owner_id, ledger_id, reversal_id) REFERENCES accounting_entries (owner_id, ledger_id, id)
);
CREATE UNIQUE INDEX accounting_app_postings_counting ON accounting_app_postings (owner_id, app, kind, source_id)
  WHERE reversal_id IS NULL;
CREATE INDEX accounting_app_postings_day ON accounting_app_postings (owner_id, app, source_date) WHERE reversal_id IS NULL;
CREATE INDEX accounting_app_postings_entry ON accounting_app_postings (owner_id, ledger_id, entry_id);
CREATE INDEX accounting_app_postings_reversal ON accounting_app_postings (owner_id, ledger_id, reversal_id)
  WHERE reversal_id IS NOT NULL;

-- Apps whose records are posted without being asked.
CREATE TABLE accounting_auto_postings (
  owner_id text NOT NULL,
  app text NOT NULL,
  -- Records of earlier days are left alone.
  posts_from date NOT NULL,
  updated_by text NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (owner_id, app)
);

ALTER TABLE accounting_mappings ENABLE ROW LEVEL SECURITY;
ALTER TABLE accounting_mappings FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON accounting_mappings
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
ALTER TABLE accounting_app_postings ENABLE ROW LEVEL SECURITY;
ALTER TABLE accounting_app_postings FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON accounting_app_postings
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
ALTER TABLE accounting_auto_postings ENABLE ROW LEVEL SECURITY;
ALTER TABLE accounting_auto_postings FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON accounting_auto_postings
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
