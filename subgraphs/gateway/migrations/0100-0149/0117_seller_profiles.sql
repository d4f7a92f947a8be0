-- Pictures that documents show of their seller. Never changed: documents keep the one they were issued with.
CREATE TABLE seller_logos (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  content_type text NOT NULL,
  sha256 text NOT NULL,
  bytes bytea NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX seller_logos_once ON seller_logos (owner_id, sha256);
ALTER TABLE seller_logos ENABLE ROW LEVEL SECURITY;
ALTER TABLE seller_logos FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON seller_logos
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');

-- Who issues an account's documents. The greatest version counts; one that a document was issued with never changes.
CREATE TABLE seller_profiles (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  version integer NOT NULL,
  legal_name text,
  trade_name text,
  address jsonb,
  email text,
  phone text,
  website text,
  registration_number text,
  tax_ids jsonb NOT NULL,
  locale text,
  color text,
  terms text,
  logo_id text REFERENCES seller_logos (id),
  bank_sealed text,
  bank_shown jsonb,
  is_used boolean NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX seller_profiles_version ON seller_profiles (owner_id, version DESC);
ALTER TABLE seller_profiles ENABLE ROW LEVEL SECURITY;
ALTER TABLE seller_profiles FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON seller_profiles
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');

-- The seller and the client's tax ID as they were at issue; null before, and for documents of earlier versions.
ALTER TABLE invoices ADD COLUMN seller_profile_id text, ADD COLUMN client_tax_id text;
ALTER TABLE quotations ADD COLUMN seller_profile_id text;
ALTER TABLE credit_notes ADD COLUMN seller_profile_id text;
