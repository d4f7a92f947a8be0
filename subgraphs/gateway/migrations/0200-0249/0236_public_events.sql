-- Events on the booking page: it lists those that are published.
ALTER TABLE booking_pages ADD COLUMN shows_events boolean NOT NULL DEFAULT false;
-- Guests may cancel with a full refund until this long before the start; null: not by themselves.
ALTER TABLE ticketed_events ADD COLUMN refund_hours_before integer CHECK (refund_hours_before BETWEEN 0 AND 8760);
-- Names of those who come, in the order of the tickets. Null where the guest gave none.
ALTER TABLE event_registrations ADD COLUMN attendee_names jsonb,
  -- True for a registration of the public page.
  ADD COLUMN is_public boolean NOT NULL DEFAULT false,
  -- Random part of the form: a form that is sent twice takes tickets once.
  ADD COLUMN request_id text;
CREATE UNIQUE INDEX event_registrations_request ON event_registrations (event_id, request_id) WHERE request_id IS NOT NULL;
CREATE INDEX event_registrations_public ON event_registrations (owner_id, created_at) WHERE is_public;
ALTER TABLE event_tickets ADD COLUMN attendee_name text;

-- Links with which guests see, transfer and cancel their registration. Each message has one of its own.
CREATE TABLE event_registration_links (
  -- SHA-256 (hex) of the token.
  token_hash text PRIMARY KEY,
  owner_id text NOT NULL,
  registration_id text NOT NULL REFERENCES event_registrations (id) ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX event_registration_links_registration ON event_registration_links (registration_id);
CREATE INDEX event_registration_links_owner ON event_registration_links (owner_id);

-- Guests who wait for seats of a ticket type, first come, first served.
CREATE TABLE event_waitlist (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  event_id text NOT NULL REFERENCES ticketed_events (id),
  ticket_type_id text NOT NULL REFERENCES event_ticket_types (id),
  name text NOT NULL,
  email text NOT NULL,
  quantity integer NOT NULL CHECK (quantity BETWEEN 1 AND 20),
  status text NOT NULL CHECK (status IN ('waiting', 'offered')),
  -- The seats that are kept for the guest.
  registration_id text UNIQUE REFERENCES event_registrations (id),
  created_at timestamptz(3) NOT NULL,
  CHECK ((status = 'offered') = (registration_id IS NOT NULL))
);
CREATE UNIQUE INDEX event_waitlist_once ON event_waitlist (ticket_type_id, lower(email)) WHERE status = 'waiting';
CREATE INDEX event_waitlist_order ON event_waitlist (event_id, created_at, id) WHERE status = 'waiting';
CREATE INDEX event_waitlist_event ON event_waitlist (event_id);
CREATE INDEX event_waitlist_type ON event_waitlist (ticket_type_id);
CREATE INDEX event_waitlist_owner ON event_waitlist (owner_id);

DO $$
DECLARE owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['event_registration_links', 'event_waitlist'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', owned);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', owned);
    EXECUTE format('CREATE POLICY owner_or_system ON %I USING (owner_id = current_setting(''app.user'', true) OR current_setting(''app.system'', true) = ''on'')', owned);
  END LOOP;
END $$;
