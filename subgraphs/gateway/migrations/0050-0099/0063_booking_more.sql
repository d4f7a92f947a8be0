-- Events with tickets. Sold seats are counted where a check holds them within what there is.
CREATE TABLE ticketed_events (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  title text NOT NULL,
  description text,
  starts_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  timezone text NOT NULL,
  -- Null: as many as the tickets allow.
  capacity integer CHECK (capacity > 0),
  registered integer NOT NULL DEFAULT 0 CHECK (registered >= 0),
  status text NOT NULL CHECK (status IN ('draft', 'published', 'cancelled')),
  cancel_reason text,
  version integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CHECK (starts_at < ends_at),
  CHECK (capacity IS NULL OR registered <= capacity)
);
CREATE INDEX ticketed_events_owner ON ticketed_events (owner_id, created_at DESC, id DESC);

CREATE TABLE event_ticket_types (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  event_id text NOT NULL REFERENCES ticketed_events (id),
  name text NOT NULL,
  price_cents bigint NOT NULL CHECK (price_cents >= 0),
  quantity integer NOT NULL CHECK (quantity > 0),
  sold integer NOT NULL DEFAULT 0 CHECK (sold BETWEEN 0 AND quantity),
  sales_from timestamptz(3),
  sales_to timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  UNIQUE (event_id, name),
  CHECK (sales_from IS NULL OR sales_to IS NULL OR sales_from < sales_to)
);

CREATE TABLE event_registrations (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  event_id text NOT NULL REFERENCES ticketed_events (id),
  ticket_type_id text NOT NULL REFERENCES event_ticket_types (id),
  name text NOT NULL,
  email text NOT NULL,
  quantity integer NOT NULL CHECK (quantity BETWEEN 1 AND 20),
  price_cents bigint NOT NULL CHECK (price_cents >= 0),
  status text NOT NULL CHECK (status IN ('confirmed', 'cancelled')),
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX event_registrations_event ON event_registrations (event_id, created_at, id);

-- A ticket is found by the hash of its code, which follows from its id by a key.
CREATE TABLE event_tickets (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  event_id text NOT NULL REFERENCES ticketed_events (id),
  registration_id text NOT NULL REFERENCES event_registrations (id),
  code_hash text NOT NULL UNIQUE,
  status text NOT NULL CHECK (status IN ('valid', 'checked_in', 'void')),
  checked_in_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  CHECK ((status = 'checked_in') = (checked_in_at IS NOT NULL))
);
CREATE INDEX event_tickets_registration ON event_tickets (registration_id);

DO $$
DECLARE owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['ticketed_events', 'event_ticket_types', 'event_registrations', 'event_tickets'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', owned);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', owned);
    EXECUTE format('CREATE POLICY owner_or_system ON %I USING (owner_id = current_setting(''app.user'', true) OR current_setting(''app.system'', true) = ''on'')', owned);
  END LOOP;
END $$;
