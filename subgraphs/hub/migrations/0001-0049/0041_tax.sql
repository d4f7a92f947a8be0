-- Who files tax forms. The number is sealed for its row, found by a keyed hash, and shown by its last digits.
CREATE TABLE tax_businesses (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  business_name text NOT NULL,
  dba text,
  ein_sealed text NOT NULL,
  ein_fingerprint text NOT NULL CHECK (ein_fingerprint ~ '^[0-9a-f]{64}$'),
  ein_last4 text NOT NULL CHECK (ein_last4 ~ '^\d{4}$'),
  address jsonb NOT NULL,
  contact_name text NOT NULL,
  contact_phone text NOT NULL,
  contact_email text NOT NULL,
  -- Counts its changes; the filing provider has those up to the registered one.
  revision integer NOT NULL DEFAULT 1,
  registered_revision integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (owner_id, ein_fingerprint)
);

-- Who is paid, once for each number.
CREATE TABLE tax_recipients (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  tin_type text NOT NULL CHECK (tin_type IN ('SSN', 'EIN', 'ITIN', 'ATIN')),
  tin_sealed text NOT NULL,
  tin_fingerprint text NOT NULL CHECK (tin_fingerprint ~ '^[0-9a-f]{64}$'),
  tin_last4 text NOT NULL CHECK (tin_last4 ~ '^\d{4}$'),
  -- Names, address and contact, as last filed.
  profile jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (owner_id, tin_fingerprint)
);

CREATE TABLE tax_forms (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  business_id text NOT NULL REFERENCES tax_businesses (id),
  recipient_id text NOT NULL REFERENCES tax_recipients (id),
  form_type text NOT NULL CHECK (form_type = '1099-NEC'),
  tax_year integer NOT NULL CHECK (tax_year >= 2020),
  kind text NOT NULL CHECK (kind IN ('original', 'correction', 'void')),
  original_form_id text REFERENCES tax_forms (id),
  status text NOT NULL CHECK (status IN
    ('draft', 'submitted', 'transmitted', 'accepted', 'rejected', 'corrected', 'voided', 'deleted')),
  -- How often it was sent to the filing provider: once more after each rejection.
  attempt integer NOT NULL DEFAULT 1 CHECK (attempt >= 1),
  -- The last attempt that the provider is known to have.
  sent_attempt integer NOT NULL DEFAULT 0,
  reference_id text,
  account_number text NOT NULL DEFAULT '',
  tin_fingerprint text NOT NULL,
  -- As filed: names and address of the recipient, boxes with amounts in cents.
  profile jsonb NOT NULL,
  content jsonb NOT NULL,
  warnings jsonb NOT NULL DEFAULT '[]',
  errors jsonb NOT NULL DEFAULT '[]',
  due_date date NOT NULL,
  submission_id text,
  record_id text UNIQUE,
  -- Who sends it has it until then; nobody else takes it up before.
  sending_until timestamptz,
  -- When the provider is asked for its state, unless it told us before.
  next_poll_at timestamptz,
  polls integer NOT NULL DEFAULT 0,
  submitted_at timestamptz,
  decided_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK ((kind = 'original') = (original_form_id IS NULL)),
  CHECK (status IN ('draft', 'deleted') OR (submission_id IS NOT NULL AND record_id IS NOT NULL))
);
-- One form for a recipient, year and account of a business, one change of a form, one form of a caller's reference.
CREATE UNIQUE INDEX tax_forms_one ON tax_forms (business_id, tax_year, tin_fingerprint, account_number)
  WHERE kind = 'original' AND status NOT IN ('voided', 'deleted');
CREATE UNIQUE INDEX tax_forms_change ON tax_forms (original_form_id)
  WHERE kind <> 'original' AND status <> 'deleted';
CREATE UNIQUE INDEX tax_forms_reference ON tax_forms (business_id, reference_id)
  WHERE reference_id IS NOT NULL AND status <> 'deleted';
CREATE INDEX tax_forms_owner ON tax_forms (owner_id, created_at DESC, id DESC);
CREATE INDEX tax_forms_poll ON tax_forms (next_poll_at) WHERE next_poll_at IS NOT NULL;

ALTER TABLE tax_businesses ENABLE ROW LEVEL SECURITY;
ALTER TABLE tax_businesses FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON tax_businesses
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
ALTER TABLE tax_recipients ENABLE ROW LEVEL SECURITY;
ALTER TABLE tax_recipients FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON tax_recipients
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
ALTER TABLE tax_forms ENABLE ROW LEVEL SECURITY;
ALTER TABLE tax_forms FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON tax_forms
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
REVOKE DELETE ON tax_businesses, tax_recipients, tax_forms FROM hub_app;
