-- Pipelines of an account. One that has none uses the standard pipeline, which the code describes.
CREATE TABLE crm_pipelines (
  owner_id text NOT NULL,
  pipeline text NOT NULL,
  name text NOT NULL,
  -- In order: {stage, name, probability}, the probability of winning in percent.
  stages jsonb NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (owner_id, pipeline)
);

CREATE TABLE crm_deals (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  title text NOT NULL,
  contact_id text REFERENCES crm_contacts (id) ON DELETE SET NULL,
  company_id text REFERENCES crm_companies (id) ON DELETE SET NULL,
  -- In minor units.
  amount bigint NOT NULL CHECK (amount BETWEEN 0 AND 999999999999999),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  pipeline text NOT NULL,
  stage text NOT NULL,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'won', 'lost')),
  close_reason text,
  expected_close date,
  -- The user who works on it.
  assignee text,
  notes text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  closed_at timestamptz(3),
  CHECK ((status = 'open') = (closed_at IS NULL)),
  CHECK (status <> 'open' OR close_reason IS NULL)
);
CREATE INDEX crm_deals_newest ON crm_deals (owner_id, created_at DESC, id DESC);
CREATE INDEX crm_deals_open ON crm_deals (owner_id, pipeline, stage) WHERE status = 'open';
CREATE INDEX crm_deals_closed ON crm_deals (owner_id, pipeline, closed_at) WHERE status <> 'open';
CREATE INDEX crm_deals_contact ON crm_deals (contact_id) WHERE contact_id IS NOT NULL;
CREATE INDEX crm_deals_company ON crm_deals (company_id) WHERE company_id IS NOT NULL;

-- Steps of a deal, in the order of their numbers: created, moved, won, lost, reopened.
CREATE TABLE crm_deal_steps (
  deal_id text NOT NULL REFERENCES crm_deals (id) ON DELETE CASCADE,
  number integer NOT NULL,
  owner_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('created', 'moved', 'won', 'lost', 'reopened')),
  from_stage text,
  to_stage text NOT NULL,
  reason text,
  actor text NOT NULL,
  at timestamptz(3) NOT NULL,
  PRIMARY KEY (deal_id, number)
);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['crm_pipelines', 'crm_deals', 'crm_deal_steps']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY owner_or_system ON %I
      USING (owner_id = current_setting(''app.user'', true) OR current_setting(''app.system'', true) = ''on'')', name);
  END LOOP;
END
$$;
