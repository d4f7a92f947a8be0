-- Equality of ids beside overlap of ranges in one index.
CREATE EXTENSION IF NOT EXISTS btree_gist WITH SCHEMA public;

-- What can be booked.
CREATE TABLE booking_services (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  name text NOT NULL,
  duration_min integer NOT NULL CHECK (duration_min BETWEEN 5 AND 1440),
  price_minor bigint NOT NULL DEFAULT 0 CHECK (price_minor >= 0),
  currency text NOT NULL CHECK (currency IN ('USD', 'CAD', 'EUR', 'GBP')),
  buffer_before_min integer NOT NULL DEFAULT 0 CHECK (buffer_before_min BETWEEN 0 AND 720),
  buffer_after_min integer NOT NULL DEFAULT 0 CHECK (buffer_after_min BETWEEN 0 AND 720),
  slot_step_min integer NOT NULL CHECK (slot_step_min BETWEEN 5 AND 1440),
  min_notice_min integer NOT NULL DEFAULT 0 CHECK (min_notice_min >= 0),
  max_advance_days integer NOT NULL DEFAULT 90 CHECK (max_advance_days BETWEEN 1 AND 730),
  -- Seats of one start with one provider.
  capacity integer NOT NULL DEFAULT 1 CHECK (capacity BETWEEN 1 AND 1000),
  requires_approval boolean NOT NULL DEFAULT false,
  -- IANA name; null: the account's.
  timezone text,
  category text,
  -- {tiers: [{hoursBefore, feePercent}], noShowFeePercent}; null: cancelling is free.
  policy jsonb,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived')),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX booking_services_owner_recent ON booking_services (owner_id, created_at DESC, id DESC);

-- A person or desk that takes bookings.
CREATE TABLE booking_providers (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  name text NOT NULL,
  email text,
  -- IANA name: the clock that the working hours are read by.
  timezone text NOT NULL,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived')),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX booking_providers_owner_recent ON booking_providers (owner_id, created_at DESC, id DESC);

CREATE TABLE booking_service_providers (
  service_id text NOT NULL REFERENCES booking_services (id),
  provider_id text NOT NULL REFERENCES booking_providers (id),
  owner_id text NOT NULL,
  PRIMARY KEY (service_id, provider_id)
);

-- Weekly hours in force from a date on: [{weekday 1 to 7 (ISO), from, to}], minutes of the local day; an end at or
-- before its beginning is on the next day.
CREATE TABLE booking_weekly_hours (
  provider_id text NOT NULL REFERENCES booking_providers (id),
  effective_from date NOT NULL,
  owner_id text NOT NULL,
  intervals jsonb NOT NULL,
  PRIMARY KEY (provider_id, effective_from)
);

-- What replaces the weekly hours on one date: [{from, to}]; none: closed.
CREATE TABLE booking_date_overrides (
  provider_id text NOT NULL REFERENCES booking_providers (id),
  on_date date NOT NULL,
  owner_id text NOT NULL,
  intervals jsonb NOT NULL,
  PRIMARY KEY (provider_id, on_date)
);

-- Time off.
CREATE TABLE booking_blocked_times (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  provider_id text NOT NULL REFERENCES booking_providers (id),
  starts_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  reason text,
  created_at timestamptz(3) NOT NULL,
  CHECK (starts_at < ends_at)
);
CREATE INDEX booking_blocked_times_provider ON booking_blocked_times (provider_id, ends_at);

CREATE TABLE booking_customers (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  email_folded text NOT NULL,
  phone text,
  timezone text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  UNIQUE (owner_id, email_folded)
);
CREATE INDEX booking_customers_owner_recent ON booking_customers (owner_id, created_at DESC, id DESC);

-- The seats of one start of a service with several, and how many are taken. A trigger on bookings counts them.
CREATE TABLE booking_sessions (
  key text PRIMARY KEY,
  owner_id text NOT NULL,
  capacity integer NOT NULL,
  taken integer NOT NULL DEFAULT 0,
  CHECK (taken BETWEEN 0 AND capacity)
);

-- Bookings, and holds of slots until they are booked or lapse.
CREATE TABLE bookings (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  app_id text NOT NULL,
  service_id text NOT NULL REFERENCES booking_services (id),
  -- The service as it was booked: its name, price, buffers and policy.
  service_snapshot jsonb NOT NULL,
  provider_id text NOT NULL REFERENCES booking_providers (id),
  -- Null of a hold.
  customer_id text REFERENCES booking_customers (id),
  client_email text,
  starts_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  -- The clock that the time was chosen by, and what it showed.
  timezone text NOT NULL,
  local_start text NOT NULL,
  block_start timestamptz(3) NOT NULL,
  block_end timestamptz(3) NOT NULL,
  -- What the provider is taken for: the start with buffers around it.
  block tstzrange NOT NULL GENERATED ALWAYS AS (tstzrange(block_start, block_end, '[)')) STORED,
  -- Bookings of one session share the provider's time; any other booking has a session of its own.
  session_key text NOT NULL,
  party_size integer NOT NULL CHECK (party_size > 0),
  status text NOT NULL CHECK (status IN ('held', 'pending', 'confirmed', 'checked_in', 'completed', 'no_show',
    'declined', 'cancelled', 'expired')),
  -- When a hold lapses, or a pending booking that nobody has approved.
  lapses_at timestamptz(3),
  price_minor bigint NOT NULL,
  fee_minor bigint,
  currency text NOT NULL,
  cancelled_by text CHECK (cancelled_by IN ('customer', 'provider')),
  reason text,
  notes text,
  answers jsonb,
  ics_sequence integer NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CHECK (starts_at < ends_at AND block_start <= starts_at AND ends_at <= block_end),
  CHECK (status NOT IN ('held', 'pending') OR lapses_at IS NOT NULL),
  CHECK (status = 'held' OR customer_id IS NOT NULL),
  CONSTRAINT bookings_no_overlap EXCLUDE USING gist (provider_id WITH =, session_key WITH <>, block WITH &&)
    WHERE (status IN ('held', 'pending', 'confirmed', 'checked_in'))
);
CREATE INDEX bookings_owner_recent ON bookings (owner_id, created_at DESC, id DESC);
CREATE INDEX bookings_owner_start ON bookings (owner_id, starts_at);
CREATE INDEX bookings_lapsing ON bookings (lapses_at) WHERE status IN ('held', 'pending');

CREATE FUNCTION count_booking_seats() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.session_key <> OLD.id AND OLD.status IN ('held', 'pending', 'confirmed', 'checked_in') THEN
    UPDATE booking_sessions SET taken = taken - OLD.party_size WHERE key = OLD.session_key;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.session_key <> NEW.id AND NEW.status IN ('held', 'pending', 'confirmed', 'checked_in') THEN
    UPDATE booking_sessions SET taken = taken + NEW.party_size WHERE key = NEW.session_key;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER bookings_count_seats AFTER INSERT OR DELETE OR UPDATE OF status, session_key, party_size ON bookings
  FOR EACH ROW EXECUTE FUNCTION count_booking_seats();

CREATE TABLE booking_reminder_schedules (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  -- Null: all services.
  service_id text REFERENCES booking_services (id),
  offsets_minutes integer[] NOT NULL,
  channel text NOT NULL CHECK (channel IN ('email')),
  template text NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX booking_reminder_schedules_owner ON booking_reminder_schedules (owner_id);

-- What is or was sent about a booking. A row is handed to the mail server at most once after it was claimed.
CREATE TABLE booking_notifications (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  booking_id text NOT NULL REFERENCES bookings (id),
  kind text NOT NULL CHECK (kind IN ('confirmation', 'reminder', 'change')),
  channel text NOT NULL CHECK (channel IN ('email')),
  recipient text NOT NULL,
  message text,
  status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'sending', 'sent', 'failed', 'dropped')),
  -- The schedule and offset that it comes from; null of what was asked for.
  schedule_key text,
  due_at timestamptz(3) NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  sent_at timestamptz(3),
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX booking_notifications_booking ON booking_notifications (booking_id);
CREATE INDEX booking_notifications_due ON booking_notifications (due_at) WHERE status = 'queued';
-- A schedule reminds of one start of a booking once at each of its offsets.
CREATE UNIQUE INDEX booking_notifications_scheduled ON booking_notifications (booking_id, schedule_key, due_at);

DO $$
DECLARE owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['booking_services', 'booking_providers', 'booking_service_providers',
    'booking_weekly_hours', 'booking_date_overrides', 'booking_blocked_times', 'booking_customers', 'booking_sessions',
    'bookings', 'booking_reminder_schedules', 'booking_notifications'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', owned);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', owned);
    EXECUTE format('CREATE POLICY owner_or_system ON %I USING (owner_id = current_setting(''app.user'', true) OR current_setting(''app.system'', true) = ''on'')', owned);
  END LOOP;
END $$;
