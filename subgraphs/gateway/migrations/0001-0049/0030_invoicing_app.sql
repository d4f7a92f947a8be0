-- Rows of every account are changed below.
SELECT set_config('app.system', 'on', true);

ALTER TABLE invoicing_settings
  -- The series that invoices are numbered in at issue.
  ADD COLUMN number_prefix text NOT NULL DEFAULT 'INV-',
  -- Days from issue to the due date of an invoice that names none.
  ADD COLUMN default_terms_days integer CHECK (default_terms_days BETWEEN 0 AND 365),
  ADD COLUMN rounding_mode text NOT NULL DEFAULT 'half_up' CHECK (rounding_mode IN ('half_up', 'half_even')),
  ADD COLUMN tax_rounding_level text NOT NULL DEFAULT 'invoice' CHECK (tax_rounding_level IN ('invoice', 'line')),
  ADD COLUMN footer text;

ALTER TABLE clients
  -- A client may be known by name alone; only those with an address are found by it.
  ALTER COLUMN email DROP NOT NULL,
  ALTER COLUMN email_folded DROP NOT NULL,
  ADD COLUMN phone text,
  ADD COLUMN billing_address text,
  ADD COLUMN currency text CHECK (currency IN ('USD', 'CAD', 'EUR', 'GBP')),
  ADD COLUMN tax_id text,
  ADD COLUMN tax_exempt boolean NOT NULL DEFAULT false,
  ADD COLUMN payment_terms_days integer CHECK (payment_terms_days BETWEEN 0 AND 365),
  ADD COLUMN notes text;
CREATE INDEX clients_owner_recent ON clients (owner_id, created_at DESC, id DESC);

-- Rates in 1e-4 percent: 9.975 % is 99750. The percentage of a rate never changes.
CREATE TABLE tax_rates (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  name text NOT NULL,
  rate integer NOT NULL CHECK (rate BETWEEN 0 AND 1000000),
  region text,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived')),
  -- At most one: the rate of new lines that name none.
  is_default boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX tax_rates_owner ON tax_rates (owner_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX tax_rates_default ON tax_rates (owner_id) WHERE is_default;

-- What an account sells, to be put on invoices.
CREATE TABLE catalogue_items (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  name text NOT NULL,
  description text,
  unit_price_minor bigint NOT NULL,
  currency text NOT NULL CHECK (currency IN ('USD', 'CAD', 'EUR', 'GBP')),
  unit text,
  sku text,
  tax_rate_id text REFERENCES tax_rates (id),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived')),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX catalogue_items_owner ON catalogue_items (owner_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX catalogue_items_sku ON catalogue_items (owner_id, sku) WHERE sku IS NOT NULL AND status = 'active';

ALTER TABLE invoices
  ADD COLUMN amount_credited_minor bigint NOT NULL DEFAULT 0 CHECK (amount_credited_minor >= 0),
  ADD COLUMN amount_written_off_minor bigint NOT NULL DEFAULT 0 CHECK (amount_written_off_minor >= 0),
  -- The days, in the account's timezone, that reports count by.
  ADD COLUMN cancelled_on date,
  ADD COLUMN rounding_mode text NOT NULL DEFAULT 'half_up' CHECK (rounding_mode IN ('half_up', 'half_even')),
  ADD COLUMN tax_rounding_level text NOT NULL DEFAULT 'invoice' CHECK (tax_rounding_level IN ('invoice', 'line')),
  -- At the end of the PDF, as the settings had it when the invoice was issued.
  ADD COLUMN footer text,
  ADD CHECK (amount_paid_minor >= 0),
  ADD CHECK (amount_paid_minor + amount_credited_minor + amount_written_off_minor <= total_minor);
UPDATE invoices SET cancelled_on = cancelled_at::date WHERE cancelled_at IS NOT NULL;
CREATE INDEX invoices_owner_client ON invoices (owner_id, client_id);
CREATE INDEX invoices_owner_cancelled ON invoices (owner_id, cancelled_on) WHERE cancelled_on IS NOT NULL;

ALTER TABLE invoice_lines
  -- Taken off quantity x unit price; net_minor is what is left.
  ADD COLUMN discount_minor bigint NOT NULL DEFAULT 0 CHECK (discount_minor >= 0),
  ADD COLUMN item_id text REFERENCES catalogue_items (id);

-- Money that came in. What is neither allocated nor refunded is the client's credit.
CREATE TABLE payments_received (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  app_id text NOT NULL,
  client_id text REFERENCES clients (id),
  currency text NOT NULL CHECK (currency IN ('USD', 'CAD', 'EUR', 'GBP')),
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  allocated_minor bigint NOT NULL DEFAULT 0 CHECK (allocated_minor >= 0),
  refunded_minor bigint NOT NULL DEFAULT 0 CHECK (refunded_minor >= 0),
  method text NOT NULL,
  received_on date NOT NULL,
  reference text,
  status text NOT NULL DEFAULT 'received' CHECK (status IN ('received', 'voided')),
  voided_on date,
  void_reason text,
  deleted_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CHECK (allocated_minor + refunded_minor <= amount_minor),
  CHECK (status <> 'voided' OR (allocated_minor = 0 AND refunded_minor = 0))
);
CREATE INDEX payments_received_owner_recent ON payments_received (owner_id, created_at DESC, id DESC);
CREATE INDEX payments_received_client ON payments_received (client_id);

CREATE TABLE payment_refunds (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  payment_id text NOT NULL REFERENCES payments_received (id),
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  reason text,
  refunded_on date NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX payment_refunds_payment ON payment_refunds (payment_id);

-- A numbered correction of one invoice. What is not applied is the client's open credit.
CREATE TABLE credit_notes (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  app_id text NOT NULL,
  number text NOT NULL,
  invoice_id text NOT NULL REFERENCES invoices (id),
  client_id text REFERENCES clients (id),
  currency text NOT NULL,
  subtotal_minor bigint NOT NULL,
  tax_minor bigint NOT NULL,
  total_minor bigint NOT NULL CHECK (total_minor > 0),
  -- [{rate, base, tax}], as on invoices.
  tax_lines jsonb NOT NULL,
  applied_minor bigint NOT NULL DEFAULT 0 CHECK (applied_minor >= 0),
  reason text NOT NULL,
  issue_date date NOT NULL,
  deleted_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CHECK (total_minor = subtotal_minor + tax_minor),
  CHECK (applied_minor <= total_minor),
  UNIQUE (owner_id, number)
);
CREATE INDEX credit_notes_invoice ON credit_notes (invoice_id);
CREATE INDEX credit_notes_owner_issued ON credit_notes (owner_id, issue_date);

-- Every movement of an invoice's open amount, by day. Nothing here is ever changed: an earlier day stays as it was.
CREATE TABLE invoice_entries (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  invoice_id text NOT NULL REFERENCES invoices (id),
  kind text NOT NULL CHECK (kind IN ('payment', 'credit', 'write_off')),
  -- The payment or credit note it comes from; null of a write-off.
  source_id text,
  -- Above zero it lowers what is open, below zero (a refund, a void, a reversal) it opens it again.
  amount_minor bigint NOT NULL CHECK (amount_minor <> 0),
  -- Of a payment, the part that is not tax: over all payments of an invoice they add up to its net.
  net_minor bigint NOT NULL,
  booked_on date NOT NULL,
  reason text,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX invoice_entries_invoice ON invoice_entries (invoice_id, booked_on);
CREATE INDEX invoice_entries_owner_day ON invoice_entries (owner_id, booked_on);
CREATE INDEX invoice_entries_source ON invoice_entries (source_id);

-- What was recorded as paid until now becomes a payment of its day.
INSERT INTO payments_received (id, owner_id, app_id, client_id, currency, amount_minor, allocated_minor, method,
  received_on, created_at, updated_at)
SELECT 'pay_' || substr(id, 5), owner_id, app_id, client_id, currency, amount_paid_minor, amount_paid_minor, 'other',
  coalesce(paid_at, updated_at)::date, coalesce(paid_at, updated_at), coalesce(paid_at, updated_at)
FROM invoices WHERE amount_paid_minor > 0;
INSERT INTO invoice_entries (id, owner_id, invoice_id, kind, source_id, amount_minor, net_minor, booked_on, created_at)
SELECT 'ent_' || substr(id, 5), owner_id, id, 'payment', 'pay_' || substr(id, 5), amount_paid_minor,
  round(subtotal_minor::numeric * amount_paid_minor / total_minor)::bigint,
  greatest(coalesce(paid_at, updated_at)::date, issue_date), coalesce(paid_at, updated_at)
FROM invoices WHERE amount_paid_minor > 0;

-- A scanned receipt, until somebody confirms or discards it.
CREATE TABLE receipts (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('uploaded', 'processing', 'needs_review', 'ready', 'confirmed', 'discarded', 'failed')),
  content_type text NOT NULL,
  image bytea NOT NULL,
  -- SHA-256 (hex) of the image.
  image_hash text NOT NULL,
  -- What was read, with its confidence; null until then.
  reading jsonb,
  failure text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX receipts_owner_recent ON receipts (owner_id, created_at DESC, id DESC);

CREATE TABLE expenses (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  spent_on date NOT NULL,
  vendor text NOT NULL,
  category text NOT NULL,
  currency text NOT NULL CHECK (currency IN ('USD', 'CAD', 'EUR', 'GBP')),
  -- With tax; tax_minor of it is reclaimed.
  amount_minor bigint NOT NULL,
  tax_minor bigint NOT NULL DEFAULT 0,
  notes text,
  billable_client_id text REFERENCES clients (id),
  receipt_id text UNIQUE REFERENCES receipts (id),
  status text NOT NULL DEFAULT 'recorded' CHECK (status IN ('recorded', 'billed')),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX expenses_owner_recent ON expenses (owner_id, created_at DESC, id DESC);
CREATE INDEX expenses_owner_day ON expenses (owner_id, spent_on);

CREATE TABLE recurring_invoices (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  app_id text NOT NULL,
  client_id text NOT NULL REFERENCES clients (id),
  client_email text NOT NULL,
  -- What each invoice is made from, as it was given.
  template jsonb NOT NULL,
  frequency text NOT NULL CHECK (frequency IN ('weekly', 'monthly', 'quarterly', 'yearly')),
  start_date date NOT NULL,
  end_date date,
  occurrences integer CHECK (occurrences > 0),
  auto_send boolean NOT NULL,
  -- IANA name: an occurrence is due when its day begins there.
  timezone text NOT NULL,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'paused', 'ended')),
  -- How many dates have passed, and the next one with the moment at which it begins; null when ended.
  made integer NOT NULL DEFAULT 0,
  next_date date,
  next_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX recurring_invoices_owner_recent ON recurring_invoices (owner_id, created_at DESC, id DESC);
CREATE INDEX recurring_invoices_due ON recurring_invoices (next_at) WHERE status = 'active';

ALTER TABLE invoices
  ADD COLUMN recurring_id text REFERENCES recurring_invoices (id),
  ADD COLUMN recurring_on date;
-- However many schedulers there are, a date makes one invoice.
CREATE UNIQUE INDEX invoices_of_occurrence ON invoices (recurring_id, recurring_on);

-- One reminder an invoice and day, in the account's timezone.
CREATE TABLE payment_reminders (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  invoice_id text NOT NULL REFERENCES invoices (id),
  sent_on date NOT NULL,
  template text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  UNIQUE (invoice_id, sent_on)
);

DO $$
DECLARE owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['tax_rates', 'catalogue_items', 'payments_received', 'payment_refunds', 'credit_notes',
    'invoice_entries', 'receipts', 'expenses', 'recurring_invoices', 'payment_reminders'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', owned);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', owned);
    EXECUTE format('CREATE POLICY owner_or_system ON %I USING (owner_id = current_setting(''app.user'', true) OR current_setting(''app.system'', true) = ''on'')', owned);
  END LOOP;
END $$;
