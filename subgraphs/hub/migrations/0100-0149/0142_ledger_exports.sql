-- Exports of journal entries to accounting programs of other vendors.
-- The company that a connection reaches, where the service names it beside the authorization code.
ALTER TABLE oauth_connections ADD COLUMN company_id text;

-- Which account of a company's chart lines of a ledger account go to. Without a row it is the one of the same code.
CREATE TABLE accounting_export_accounts (
  owner_id text NOT NULL,
  ledger_id text NOT NULL,
  -- The program and the company there, such as `xero/7d2c…`.
  target text NOT NULL,
  account_id text NOT NULL,
  remote_account_id text NOT NULL,
  PRIMARY KEY (target, account_id),
  FOREIGN KEY (owner_id, ledger_id, account_id) REFERENCES accounting_accounts (owner_id, ledger_id, id)
);
CREATE INDEX accounting_export_accounts_account ON accounting_export_accounts (owner_id, ledger_id, account_id);

CREATE TABLE accounting_exports (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  ledger_id text NOT NULL,
  connection_id text NOT NULL,
  provider text NOT NULL,
  company_id text NOT NULL,
  company_name text NOT NULL,
  target text NOT NULL,
  from_date date NOT NULL,
  to_date date NOT NULL,
  status text NOT NULL CHECK (status IN ('running', 'completed', 'failed')),
  -- Why it ended early.
  failure text,
  -- Entries of the period that had been exported to this company before.
  earlier_count integer NOT NULL,
  -- Accounts there by ledger account, as they were mapped at the start: a repeated request is the same request.
  accounts jsonb NOT NULL,
  -- The run that sends its entries, and until when no other one may.
  run_id text,
  leased_until timestamptz,
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  UNIQUE (owner_id, ledger_id, id),
  FOREIGN KEY (owner_id, ledger_id) REFERENCES accounting_ledgers (owner_id, id),
  CHECK ((status = 'running') = (finished_at IS NULL)),
  CHECK ((status = 'failed') = (failure IS NOT NULL))
);
CREATE INDEX accounting_exports_newest ON accounting_exports (owner_id, created_at DESC, id DESC);
CREATE INDEX accounting_exports_ledger ON accounting_exports (owner_id, ledger_id);
-- Exports to one company take turns.
CREATE UNIQUE INDEX accounting_exports_running ON accounting_exports (owner_id, target) WHERE status = 'running';

CREATE TABLE accounting_export_entries (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  ledger_id text NOT NULL,
  export_id text NOT NULL,
  entry_id text NOT NULL,
  target text NOT NULL,
  -- `sending`: noted before the request, so a row that stays so may be there already. `unknown`: that, after the export has
  -- ended. `skipped`: the export ended before.
  status text NOT NULL CHECK (status IN ('pending', 'sending', 'exported', 'failed', 'unknown', 'skipped')),
  -- Key with which the program executes the request once.
  request_key text NOT NULL,
  -- Whether an earlier request may have arrived, so that the entry is looked for first.
  is_doubtful boolean NOT NULL,
  remote_id text,
  error text,
  finished_at timestamptz(3),
  UNIQUE (export_id, entry_id),
  FOREIGN KEY (owner_id, ledger_id, export_id) REFERENCES accounting_exports (owner_id, ledger_id, id),
  FOREIGN KEY (owner_id, ledger_id, entry_id) REFERENCES accounting_entries (owner_id, ledger_id, id),
  CHECK ((status = 'exported') = (remote_id IS NOT NULL))
);
CREATE INDEX accounting_export_entries_export ON accounting_export_entries (owner_id, ledger_id, export_id, status);
CREATE INDEX accounting_export_entries_entry ON accounting_export_entries (owner_id, ledger_id, entry_id);
-- An entry is exported to a company once.
CREATE UNIQUE INDEX accounting_export_entries_once ON accounting_export_entries (target, entry_id)
  WHERE status IN ('pending', 'sending', 'exported');

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['accounting_export_accounts', 'accounting_exports', 'accounting_export_entries'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY owner_or_system ON %I
      USING (owner_id = current_setting(''app.user'', true) OR current_setting(''app.system'', true) = ''on'')', name);
  END LOOP;
END $$;
