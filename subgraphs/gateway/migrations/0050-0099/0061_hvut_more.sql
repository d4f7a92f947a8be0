-- The month an amendment answers for: of the heavier weight, or in which the mileage limit was passed. It is due by it.
ALTER TABLE hvut_filings ADD COLUMN change_month text CHECK (change_month ~ '^\d{4}-\d{2}$');

-- A vehicle's line on a return is amended by one return that is not rejected; the next amendment is one of that return.
CREATE TABLE hvut_amended_vehicles (
  owner_id text NOT NULL,
  basis_filing_id text NOT NULL REFERENCES hvut_filings (id),
  vin text NOT NULL,
  filing_id text NOT NULL REFERENCES hvut_filings (id),
  PRIMARY KEY (basis_filing_id, vin)
);
CREATE INDEX hvut_amended_vehicles_filing ON hvut_amended_vehicles (filing_id);

-- The tax of a vehicle's period is given back on one return that is not rejected.
CREATE TABLE hvut_claimed_credits (
  owner_id text NOT NULL,
  filer_id text NOT NULL,
  period integer NOT NULL,
  vin text NOT NULL,
  filing_id text NOT NULL REFERENCES hvut_filings (id),
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  PRIMARY KEY (filer_id, period, vin)
);
CREATE INDEX hvut_claimed_credits_filing ON hvut_claimed_credits (filing_id);

-- Miles that a vehicle ran since its period began, as of a day.
CREATE TABLE hvut_mileages (
  owner_id text NOT NULL,
  vehicle_id text NOT NULL REFERENCES hvut_vehicles (id) ON DELETE CASCADE,
  period integer NOT NULL,
  as_of date NOT NULL,
  miles integer NOT NULL CHECK (miles >= 0),
  recorded_at timestamptz(3) NOT NULL,
  PRIMARY KEY (vehicle_id, period, as_of)
);

DO $$
DECLARE owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['hvut_amended_vehicles', 'hvut_claimed_credits', 'hvut_mileages'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', owned);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', owned);
    EXECUTE format('CREATE POLICY owner_or_system ON %I USING (owner_id = current_setting(''app.user'', true) OR current_setting(''app.system'', true) = ''on'')', owned);
  END LOOP;
END $$;

-- What was amended before; of two amendments of one line the first one counts.
SELECT set_config('app.system', 'on', true);
INSERT INTO hvut_amended_vehicles (owner_id, basis_filing_id, vin, filing_id)
SELECT owner_id, parent_id, coalesce(lines -> 0 ->> 'previousVin', lines -> 0 ->> 'vin'), id
FROM hvut_filings
WHERE kind <> 'original' AND parent_id IS NOT NULL AND status IN ('submitted', 'accepted')
ORDER BY submitted_at, id
ON CONFLICT DO NOTHING;
