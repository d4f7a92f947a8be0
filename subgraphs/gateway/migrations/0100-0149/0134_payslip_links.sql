-- Links with which employees download a payslip without a sign-in. A mail has one of its own.
CREATE TABLE payslip_links (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  payslip_id text NOT NULL REFERENCES payslips (id) ON DELETE CASCADE,
  -- SHA-256 (hex) of the token.
  token_hash text NOT NULL UNIQUE,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX payslip_links_owner ON payslip_links (owner_id);
CREATE INDEX payslip_links_payslip ON payslip_links (payslip_id);
ALTER TABLE payslip_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE payslip_links FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON payslip_links
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
