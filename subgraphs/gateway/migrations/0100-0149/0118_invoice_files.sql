-- Files that are sent with an invoice. Their bytes are copied: uploads are kept for days only.
CREATE TABLE invoice_files (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  invoice_id text NOT NULL REFERENCES invoices (id),
  filename text NOT NULL,
  content_type text NOT NULL,
  size integer NOT NULL,
  sha256 text NOT NULL,
  bytes bytea NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX invoice_files_once ON invoice_files (invoice_id, sha256, filename);
CREATE INDEX invoice_files_owner ON invoice_files (owner_id);
ALTER TABLE invoice_files ENABLE ROW LEVEL SECURITY;
ALTER TABLE invoice_files FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON invoice_files
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
