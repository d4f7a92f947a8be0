-- Changes of a booking and notes on it: who, when, and the booking as it was then.
CREATE TABLE booking_history (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  booking_id text NOT NULL REFERENCES bookings (id) ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('created', 'confirmed', 'declined', 'rescheduled', 'cancelled', 'checked_in',
    'completed', 'no_show', 'updated', 'noted')),
  -- Null for changes by the platform itself.
  actor_type text CHECK (actor_type IN ('user', 'api_key', 'service_account')),
  actor_id text,
  status text NOT NULL,
  starts_at timestamptz(3) NOT NULL,
  provider_id text NOT NULL,
  party_size integer NOT NULL,
  reason text,
  -- Of a note alone. Shared notes are in the customer's messages.
  note text,
  visibility text CHECK (visibility IN ('internal', 'shared')),
  created_at timestamptz(3) NOT NULL,
  CHECK ((actor_type IS NULL) = (actor_id IS NULL)),
  CHECK ((type = 'noted') = (note IS NOT NULL) AND (type = 'noted') = (visibility IS NOT NULL))
);
CREATE INDEX booking_history_of_booking ON booking_history (owner_id, booking_id, created_at DESC, id DESC);
CREATE INDEX booking_history_booking ON booking_history (booking_id);
ALTER TABLE booking_history ENABLE ROW LEVEL SECURITY;
ALTER TABLE booking_history FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON booking_history
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
