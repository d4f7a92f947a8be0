-- Rooms and equipment that services need. A booking takes one unit of each resource of its service.
CREATE TABLE booking_resources (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  name text NOT NULL,
  location_id text REFERENCES booking_locations (id),
  quantity integer NOT NULL CHECK (quantity > 0),
  status text NOT NULL CHECK (status IN ('active', 'archived')),
  version integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX booking_resources_owner_recent ON booking_resources (owner_id, created_at DESC, id DESC);
CREATE INDEX booking_resources_location ON booking_resources (location_id) WHERE location_id IS NOT NULL;

CREATE TABLE booking_service_resources (
  service_id text NOT NULL REFERENCES booking_services (id),
  resource_id text NOT NULL REFERENCES booking_resources (id),
  owner_id text NOT NULL,
  PRIMARY KEY (service_id, resource_id)
);
CREATE INDEX booking_service_resources_resource ON booking_service_resources (resource_id);

-- The resources that a booking or hold takes a unit of, as its service needed them when it was made.
ALTER TABLE bookings ADD COLUMN resource_ids text[] NOT NULL DEFAULT '{}';
CREATE INDEX bookings_with_resources ON bookings USING gist (owner_id, block)
  WHERE resource_ids <> '{}' AND status IN ('held', 'pending', 'confirmed', 'checked_in');

ALTER TABLE booking_resources ENABLE ROW LEVEL SECURITY;
ALTER TABLE booking_resources FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON booking_resources
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
ALTER TABLE booking_service_resources ENABLE ROW LEVEL SECURITY;
ALTER TABLE booking_service_resources FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON booking_service_resources
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
