-- Facts of a tax year; amounts of items are cents.
CREATE TABLE finance_tax_profiles (
  owner_id text NOT NULL,
  year integer NOT NULL CHECK (year BETWEEN 2000 AND 2100),
  filing_status text NOT NULL CHECK (filing_status IN ('single', 'married_joint', 'married_separate', 'head')),
  state text,
  dependents integer NOT NULL CHECK (dependents BETWEEN 0 AND 20),
  items jsonb NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (owner_id, year)
);
ALTER TABLE finance_tax_profiles ENABLE ROW LEVEL SECURITY;
ALTER TABLE finance_tax_profiles FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON finance_tax_profiles
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
