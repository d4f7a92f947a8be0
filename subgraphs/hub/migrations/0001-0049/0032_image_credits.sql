-- One row a request for an image: the image credit that it takes, set aside before anybody is asked.
CREATE TABLE image_credits (
  request_id text PRIMARY KEY,
  owner_id text NOT NULL,
  app_id text NOT NULL,
  -- First day of the UTC month whose allowance it counts in.
  month date NOT NULL,
  -- Nobody counts what is unlimited; what was bought is a hold of the ledger.
  source text NOT NULL CHECK (source IN ('allowance', 'purchased', 'unlimited')),
  credit_hold_id text CHECK ((credit_hold_id IS NOT NULL) = (source = 'purchased')),
  status text NOT NULL CHECK (status IN ('held', 'spent', 'released')),
  -- From then on what is still held counts no more: the process that held it is taken for dead.
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  settled_at timestamptz
);
CREATE INDEX image_credits_counted ON image_credits (owner_id, month, app_id)
  WHERE source = 'allowance' AND status <> 'released';
ALTER TABLE image_credits ENABLE ROW LEVEL SECURITY;
ALTER TABLE image_credits FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON image_credits
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');

-- Which credits a package is of: an image takes one of the pool `image`, that is 100 hundredths.
ALTER TABLE credit_packages ADD COLUMN pool text NOT NULL DEFAULT 'standard' CHECK (pool IN ('standard', 'image'));
