-- Rows of every account are changed below.
SELECT set_config('app.system', 'on', true);

-- Each account has a series of numbers for each prefix. Raised in the transaction that gives the number.
ALTER TABLE invoice_counters RENAME TO document_counters;
ALTER TABLE document_counters DROP CONSTRAINT invoice_counters_pkey;
ALTER TABLE document_counters ADD CONSTRAINT document_counters_pkey PRIMARY KEY (owner_id, prefix);
ALTER TABLE document_counters ALTER COLUMN prefix DROP DEFAULT;
ALTER TABLE document_counters ALTER COLUMN last_number DROP DEFAULT;

-- How an account invoices. Without a row everything is as its default says.
CREATE TABLE invoicing_settings (
  owner_id text PRIMARY KEY,
  -- IANA name: where the account's days begin and end.
  timezone text NOT NULL DEFAULT 'UTC',
  updated_at timestamptz(3) NOT NULL
);
ALTER TABLE invoicing_settings ENABLE ROW LEVEL SECURITY;
ALTER TABLE invoicing_settings FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON invoicing_settings
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');

ALTER TABLE invoices
  -- Null for a customer of whom only the name is known.
  ALTER COLUMN client_id DROP NOT NULL,
  ALTER COLUMN client_email DROP NOT NULL,
  ADD COLUMN client_address text,
  -- The end of due_date in the account's timezone: from then on a sent invoice is overdue.
  ADD COLUMN overdue_at timestamptz(3),
  -- When invoice.overdue was told for this due date.
  ADD COLUMN overdue_told_at timestamptz(3),
  ADD COLUMN cancelled_at timestamptz(3),
  ADD COLUMN cancel_reason text,
  -- A deleted draft stays, unseen: its number is not given again, and it counts in its month.
  ADD COLUMN deleted_at timestamptz(3),
  ADD COLUMN quotation_id text,
  -- Invoices of the external API are numbered when they are made, as drafts.
  DROP CONSTRAINT invoices_check1,
  ADD CHECK (deleted_at IS NULL OR status = 'draft');
UPDATE invoices SET overdue_at = (due_date + 1)::timestamp AT TIME ZONE 'UTC' WHERE due_date < '9999-12-31';
CREATE INDEX invoices_going_overdue ON invoices (overdue_at) WHERE status = 'sent' AND overdue_told_at IS NULL;

-- Amounts are minor units of the currency. `expired` is computed, never stored.
CREATE TABLE quotations (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  app_id text NOT NULL,
  number text NOT NULL,
  client_id text REFERENCES clients (id),
  client_name text NOT NULL,
  client_email text,
  status text NOT NULL CHECK (status IN ('draft', 'sent', 'accepted', 'declined')),
  delivery text NOT NULL CHECK (delivery IN ('none', 'queued', 'sent', 'failed')),
  currency text NOT NULL CHECK (currency IN ('USD', 'CAD', 'EUR', 'GBP')),
  -- [{description, quantity, unitPriceMinor, netMinor}], read and written as a whole.
  lines jsonb NOT NULL,
  total_minor bigint NOT NULL CHECK (total_minor >= 0),
  valid_until date NOT NULL,
  -- The end of valid_until in the account's timezone: from then on a sent quotation is expired.
  expires_at timestamptz(3) NOT NULL,
  -- When quotation.expired was told for this validity.
  expiry_told_at timestamptz(3),
  notes text,
  -- SHA-256 of the token of the customer's page, to find it; the token itself, sealed, to show the link again.
  portal_token_hash text NOT NULL UNIQUE,
  portal_token_sealed text NOT NULL,
  sent_at timestamptz(3),
  accepted_at timestamptz(3),
  accepted_by text,
  declined_at timestamptz(3),
  decline_reason text,
  deleted_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CHECK (deleted_at IS NULL OR status = 'draft'),
  UNIQUE (owner_id, number)
);
CREATE INDEX quotations_owner_recent ON quotations (owner_id, created_at DESC, id DESC);
CREATE INDEX quotations_client ON quotations (client_id);
CREATE INDEX quotations_going_expired ON quotations (expires_at) WHERE status = 'sent' AND expiry_told_at IS NULL;
ALTER TABLE quotations ENABLE ROW LEVEL SECURITY;
ALTER TABLE quotations FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON quotations
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');

-- A quotation has at most one living invoice.
ALTER TABLE invoices ADD FOREIGN KEY (quotation_id) REFERENCES quotations (id);
CREATE UNIQUE INDEX invoices_of_quotation ON invoices (quotation_id) WHERE deleted_at IS NULL;
