-- Questions that are asked when a service is booked. A service has one form.
CREATE TABLE booking_intake_forms (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  service_id text NOT NULL UNIQUE REFERENCES booking_services (id),
  -- The present version.
  version integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX booking_intake_forms_owner ON booking_intake_forms (owner_id, created_at, id);
ALTER TABLE booking_intake_forms ENABLE ROW LEVEL SECURITY;
ALTER TABLE booking_intake_forms FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON booking_intake_forms
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');

-- The questions of each version: answers keep theirs.
CREATE TABLE booking_intake_versions (
  form_id text NOT NULL REFERENCES booking_intake_forms (id) ON DELETE CASCADE,
  version integer NOT NULL,
  owner_id text NOT NULL,
  questions jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (form_id, version)
);
CREATE INDEX booking_intake_versions_owner ON booking_intake_versions (owner_id);
ALTER TABLE booking_intake_versions ENABLE ROW LEVEL SECURITY;
ALTER TABLE booking_intake_versions FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON booking_intake_versions
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');

-- The version that a booking has answered. The answers are with the booking.
CREATE TABLE booking_intake_uses (
  booking_id text PRIMARY KEY REFERENCES bookings (id) ON DELETE CASCADE,
  owner_id text NOT NULL,
  form_id text NOT NULL,
  version integer NOT NULL,
  FOREIGN KEY (form_id, version) REFERENCES booking_intake_versions (form_id, version) ON DELETE CASCADE
);
CREATE INDEX booking_intake_uses_owner ON booking_intake_uses (owner_id);
CREATE INDEX booking_intake_uses_version ON booking_intake_uses (form_id, version);
ALTER TABLE booking_intake_uses ENABLE ROW LEVEL SECURITY;
ALTER TABLE booking_intake_uses FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON booking_intake_uses
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');

-- The version that a visitor of the booking page has answered.
ALTER TABLE booking_page_requests ADD COLUMN form_id text, ADD COLUMN form_version integer,
  ADD CHECK ((form_id IS NULL) = (form_version IS NULL));
