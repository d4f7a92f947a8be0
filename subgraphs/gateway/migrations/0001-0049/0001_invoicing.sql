-- Whom an account bills. Found by e-mail without regard to case.
CREATE TABLE clients (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  email text NOT NULL,
  email_folded text NOT NULL,
  name text NOT NULL,
  -- False while the name is only the local part of the e-mail.
  is_name_known boolean NOT NULL,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived')),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX clients_owner_email ON clients (owner_id, email_folded) WHERE status = 'active';
ALTER TABLE clients ENABLE ROW LEVEL SECURITY;
ALTER TABLE clients FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON clients
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');

-- Amounts are minor units of the currency. `overdue` is computed, never stored.
CREATE TABLE invoices (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  app_id text NOT NULL,
  number text,
  client_id text NOT NULL REFERENCES clients (id),
  -- The client as it was when the invoice was made.
  client_name text NOT NULL,
  client_email text NOT NULL,
  status text NOT NULL CHECK (status IN ('draft', 'sent', 'paid', 'cancelled')),
  delivery text NOT NULL CHECK (delivery IN ('none', 'queued', 'sent', 'failed')),
  currency text NOT NULL CHECK (currency IN ('USD', 'CAD', 'EUR', 'GBP')),
  discount_minor bigint NOT NULL CHECK (discount_minor >= 0),
  subtotal_minor bigint NOT NULL,
  tax_minor bigint NOT NULL,
  total_minor bigint NOT NULL CHECK (total_minor >= 0),
  amount_paid_minor bigint NOT NULL DEFAULT 0,
  -- [{rate, base, tax}]: rate in 1e-4 percent, base and tax in minor units.
  tax_lines jsonb NOT NULL,
  issue_date date,
  due_date date,
  notes text,
  -- SHA-256 of the payment page's token, to find it; the token itself, sealed, to show the link again.
  payment_token_hash text NOT NULL UNIQUE,
  payment_token_sealed text NOT NULL,
  sent_at timestamptz(3),
  paid_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CHECK (total_minor = subtotal_minor + tax_minor),
  CHECK (status <> 'draft' OR number IS NULL),
  CHECK (status NOT IN ('sent', 'paid') OR (number IS NOT NULL AND issue_date IS NOT NULL)),
  UNIQUE (owner_id, number)
);
CREATE INDEX invoices_owner_recent ON invoices (owner_id, created_at DESC, id DESC);
CREATE INDEX invoices_owner_app_recent ON invoices (owner_id, app_id, created_at DESC, id DESC);
CREATE INDEX invoices_owner_issued ON invoices (owner_id, issue_date) WHERE issue_date IS NOT NULL;
CREATE INDEX invoices_client ON invoices (client_id);
ALTER TABLE invoices ENABLE ROW LEVEL SECURITY;
ALTER TABLE invoices FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON invoices
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');

CREATE TABLE invoice_lines (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  invoice_id text NOT NULL REFERENCES invoices (id) ON DELETE CASCADE,
  position integer NOT NULL,
  description text NOT NULL,
  quantity numeric(12, 4) NOT NULL,
  unit_price_minor bigint NOT NULL,
  net_minor bigint NOT NULL,
  -- In 1e-4 percent; a line may carry several.
  tax_rates integer[] NOT NULL,
  UNIQUE (invoice_id, position)
);
ALTER TABLE invoice_lines ENABLE ROW LEVEL SECURITY;
ALTER TABLE invoice_lines FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON invoice_lines
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');

-- The last number an account has issued. Raised in the transaction that issues, so a rolled-back one leaves no gap.
CREATE TABLE invoice_counters (
  owner_id text PRIMARY KEY,
  prefix text NOT NULL DEFAULT 'INV-',
  last_number bigint NOT NULL DEFAULT 0
);
ALTER TABLE invoice_counters ENABLE ROW LEVEL SECURITY;
ALTER TABLE invoice_counters FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON invoice_counters
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
