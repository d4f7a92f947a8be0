-- Customers who wait for a slot, and the slot that one is offered: a hold that expires.
CREATE TABLE booking_waitlist (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  service_id text NOT NULL REFERENCES booking_services (id),
  -- Null: any provider.
  provider_id text REFERENCES booking_providers (id),
  customer_id text NOT NULL REFERENCES booking_customers (id),
  client_email text NOT NULL,
  windows jsonb NOT NULL,
  status text NOT NULL CHECK (status IN ('waiting', 'offered', 'accepted', 'lapsed', 'left')),
  -- The last offer. The row of the hold is gone once it is booked or has expired.
  hold_id text,
  offered_provider_id text,
  offer_starts_at timestamptz(3),
  offer_ends_at timestamptz(3),
  offer_expires_at timestamptz(3),
  offer_ttl_minutes integer,
  booking_id text REFERENCES bookings (id),
  version integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CHECK (status <> 'offered' OR hold_id IS NOT NULL),
  CHECK ((status = 'accepted') = (booking_id IS NOT NULL)),
  CHECK (num_nulls(hold_id, offered_provider_id, offer_starts_at, offer_ends_at, offer_expires_at, offer_ttl_minutes)
    IN (0, 6))
);
CREATE INDEX booking_waitlist_owner ON booking_waitlist (owner_id, created_at, id);
CREATE UNIQUE INDEX booking_waitlist_once ON booking_waitlist (service_id, customer_id)
  WHERE status IN ('waiting', 'offered');
CREATE INDEX booking_waitlist_queue ON booking_waitlist (service_id, created_at, id) WHERE status = 'waiting';
CREATE INDEX booking_waitlist_lapsing ON booking_waitlist (offer_expires_at) WHERE status = 'offered';
CREATE INDEX booking_waitlist_hold ON booking_waitlist (hold_id) WHERE status = 'offered';
CREATE INDEX booking_waitlist_customer ON booking_waitlist (customer_id);
CREATE INDEX booking_waitlist_provider ON booking_waitlist (provider_id) WHERE provider_id IS NOT NULL;
CREATE INDEX booking_waitlist_booking ON booking_waitlist (booking_id) WHERE booking_id IS NOT NULL;
ALTER TABLE booking_waitlist ENABLE ROW LEVEL SECURITY;
ALTER TABLE booking_waitlist FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON booking_waitlist
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
