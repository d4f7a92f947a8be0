-- Claims for refund on Form 8849, Schedule 6, prepared to be sent by the filer.
CREATE TABLE hvut_claims (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  filer_id text NOT NULL REFERENCES hvut_filers (id),
  -- [{vin, kind, date, creditCents, period}]
  items jsonb NOT NULL,
  total_cents bigint NOT NULL CHECK (total_cents > 0),
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX hvut_claims_owner ON hvut_claims (owner_id, created_at DESC, id DESC);
CREATE INDEX hvut_claims_filer ON hvut_claims (filer_id);

DO $$
DECLARE owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['hvut_claims'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', owned);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', owned);
    EXECUTE format('CREATE POLICY owner_or_system ON %I USING (owner_id = current_setting(''app.user'', true) OR current_setting(''app.system'', true) = ''on'')', owned);
  END LOOP;
END $$;
