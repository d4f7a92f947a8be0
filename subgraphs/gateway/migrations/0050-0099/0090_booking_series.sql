-- What was asked of a series of bookings, and which of its dates could not be had.
CREATE TABLE booking_series (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  service_id text NOT NULL REFERENCES booking_services (id),
  -- Null: whoever was free on each date.
  provider_id text REFERENCES booking_providers (id),
  client_email text NOT NULL,
  -- The clock that shows the same time at every start.
  timezone text NOT NULL,
  start_date date NOT NULL,
  start_time text NOT NULL,
  rrule text NOT NULL,
  on_conflict text NOT NULL CHECK (on_conflict IN ('skip', 'fail')),
  -- [{date, time, code, alternatives}]
  skipped jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX booking_series_owner ON booking_series (owner_id, created_at DESC, id DESC);
ALTER TABLE booking_series ENABLE ROW LEVEL SECURITY;
ALTER TABLE booking_series FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON booking_series USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');

ALTER TABLE bookings ADD COLUMN series_id text REFERENCES booking_series (id);
CREATE INDEX bookings_series ON bookings (series_id, starts_at) WHERE series_id IS NOT NULL;
