-- Columns and formats of an account's statements, by name.
CREATE TABLE finance_import_mappings (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  account_id text NOT NULL REFERENCES finance_accounts (id) ON DELETE CASCADE,
  name text NOT NULL,
  mapping jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX finance_import_mappings_name ON finance_import_mappings (account_id, lower(name));
CREATE INDEX finance_import_mappings_owner ON finance_import_mappings (owner_id);
ALTER TABLE finance_import_mappings ENABLE ROW LEVEL SECURITY;
ALTER TABLE finance_import_mappings FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON finance_import_mappings
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
