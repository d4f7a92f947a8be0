-- Places where providers work and events take place.
CREATE TABLE booking_locations (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  name text NOT NULL,
  address text,
  timezone text NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'archived')),
  version integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX booking_locations_owner_recent ON booking_locations (owner_id, created_at DESC, id DESC);
ALTER TABLE booking_locations ENABLE ROW LEVEL SECURITY;
ALTER TABLE booking_locations FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON booking_locations
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');

ALTER TABLE booking_providers ADD COLUMN location_id text REFERENCES booking_locations (id);
CREATE INDEX booking_providers_location ON booking_providers (location_id) WHERE location_id IS NOT NULL;
ALTER TABLE ticketed_events ADD COLUMN location_id text REFERENCES booking_locations (id);
CREATE INDEX ticketed_events_location ON ticketed_events (location_id) WHERE location_id IS NOT NULL;
