-- Companies of an account, and the contacts that work for them.
CREATE TABLE crm_companies (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  name text NOT NULL,
  -- Lower case, in ASCII.
  domain text CHECK (domain = lower(domain) AND length(domain) <= 253),
  notes text,
  search text GENERATED ALWAYS AS (lower(name || ' ' || coalesce(domain, ''))) STORED,
  archived_at timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX crm_companies_domain ON crm_companies (owner_id, domain) WHERE domain IS NOT NULL;
CREATE INDEX crm_companies_newest ON crm_companies (owner_id, created_at DESC, id DESC);

ALTER TABLE crm_contacts ADD COLUMN company_id text REFERENCES crm_companies (id) ON DELETE SET NULL,
  ADD CONSTRAINT crm_contacts_erased_company CHECK (erased_at IS NULL OR company_id IS NULL);
CREATE INDEX crm_contacts_company ON crm_contacts (company_id) WHERE company_id IS NOT NULL;

ALTER TABLE crm_companies ENABLE ROW LEVEL SECURITY;
ALTER TABLE crm_companies FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON crm_companies
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
