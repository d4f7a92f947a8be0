-- Businesses that owe heavy vehicle use tax. Their numbers are sealed, and entered on a page whose link works once.
CREATE TABLE hvut_filers (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  business_name text NOT NULL,
  ein_sealed text,
  -- Keyed hash: an account has a number once.
  ein_fingerprint text,
  ein_last4 text,
  -- The five digits that the signatory signs returns with.
  pin_sealed text,
  address jsonb NOT NULL,
  phone text NOT NULL,
  signatory jsonb NOT NULL,
  -- Name or address differ from those of the last accepted return.
  address_changed boolean NOT NULL DEFAULT false,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived')),
  entry_hash text UNIQUE,
  entry_expires_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CHECK ((ein_sealed IS NULL) = (ein_fingerprint IS NULL))
);
CREATE INDEX hvut_filers_owner ON hvut_filers (owner_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX hvut_filers_ein ON hvut_filers (owner_id, ein_fingerprint) WHERE status = 'active';

CREATE TABLE hvut_vehicles (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  filer_id text NOT NULL REFERENCES hvut_filers (id),
  vin text NOT NULL,
  -- Pounds, where it was told.
  taxable_gross_weight integer CHECK (taxable_gross_weight > 0),
  category text NOT NULL CHECK (category ~ '^[A-V]$'),
  logging boolean NOT NULL,
  agricultural boolean NOT NULL,
  unit_number text,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'disposed')),
  disposal jsonb,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  UNIQUE (filer_id, vin)
);
CREATE INDEX hvut_vehicles_owner ON hvut_vehicles (owner_id, created_at DESC, id DESC);

CREATE TABLE hvut_filings (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  filer_id text NOT NULL REFERENCES hvut_filers (id),
  -- The year in which the period begins: 2026 is July 2026 to June 2027.
  period integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('original', 'weight_increase', 'mileage_exceeded', 'vin_correction')),
  first_use_month text NOT NULL CHECK (first_use_month ~ '^\d{4}-\d{2}$'),
  lines jsonb NOT NULL,
  credits jsonb NOT NULL,
  tax_cents bigint NOT NULL CHECK (tax_cents >= 0),
  increase_cents bigint NOT NULL CHECK (increase_cents >= 0),
  credit_cents bigint NOT NULL CHECK (credit_cents >= 0),
  payment jsonb,
  signature jsonb,
  consent boolean NOT NULL DEFAULT false,
  acknowledge_vin boolean NOT NULL DEFAULT false,
  reason text,
  status text NOT NULL CHECK (status IN ('draft', 'ready', 'signed', 'submitted', 'accepted', 'rejected')),
  -- Submissions made of it; the reference of each is `<id>.<attempt>`.
  attempt integer NOT NULL DEFAULT 0,
  submission_id text,
  acks jsonb NOT NULL,
  events jsonb NOT NULL,
  submitted_at timestamptz(3),
  -- When the service is to be asked next.
  ask_at timestamptz(3),
  parent_id text REFERENCES hvut_filings (id),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX hvut_filings_owner ON hvut_filings (owner_id, created_at DESC, id DESC);
CREATE INDEX hvut_filings_parent ON hvut_filings (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX hvut_filings_due ON hvut_filings (ask_at) WHERE status = 'submitted';

-- Each vehicle's place in a period: of a filer it stands on one original return that is not rejected.
CREATE TABLE hvut_reported_vehicles (
  owner_id text NOT NULL,
  filer_id text NOT NULL,
  period integer NOT NULL,
  vin text NOT NULL,
  filing_id text NOT NULL REFERENCES hvut_filings (id),
  PRIMARY KEY (filer_id, period, vin)
);
CREATE INDEX hvut_reported_vehicles_filing ON hvut_reported_vehicles (filing_id);

-- Stamped copies. One is never changed but for being voided by a correction of a vehicle's number.
CREATE TABLE hvut_schedules (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  filing_id text NOT NULL UNIQUE REFERENCES hvut_filings (id),
  code_hash text NOT NULL UNIQUE,
  filer_name text NOT NULL,
  period integer NOT NULL,
  first_use_month text NOT NULL,
  vehicles jsonb NOT NULL,
  status text NOT NULL DEFAULT 'stamped' CHECK (status IN ('stamped', 'voided')),
  submission_id text NOT NULL,
  accepted_at timestamptz(3) NOT NULL,
  voided_at timestamptz(3),
  replaced_by text,
  CHECK ((status = 'voided') = (voided_at IS NOT NULL))
);

DO $$
DECLARE owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['hvut_filers', 'hvut_vehicles', 'hvut_filings', 'hvut_reported_vehicles', 'hvut_schedules'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', owned);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', owned);
    EXECUTE format('CREATE POLICY owner_or_system ON %I USING (owner_id = current_setting(''app.user'', true) OR current_setting(''app.system'', true) = ''on'')', owned);
  END LOOP;
END $$;
