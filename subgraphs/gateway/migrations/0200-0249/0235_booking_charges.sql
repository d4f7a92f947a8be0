-- Deposits that customers pay online on the booking page, in percent of the price.
ALTER TABLE booking_services ADD COLUMN deposit_percent integer NOT NULL DEFAULT 0 CHECK (deposit_percent BETWEEN 0 AND 100);
-- What the customer still has to pay online; a pending booking with it lapses unless it is paid in time.
ALTER TABLE bookings ADD COLUMN deposit_due_minor bigint CHECK (deposit_due_minor > 0);
-- How long a time or a ticket is kept for a visitor who has not paid yet.
ALTER TABLE booking_pages ADD COLUMN payment_minutes integer NOT NULL DEFAULT 15 CHECK (payment_minutes BETWEEN 5 AND 60);

ALTER TABLE event_registrations DROP CONSTRAINT event_registrations_status_check;
ALTER TABLE event_registrations
  ADD CONSTRAINT event_registrations_status_check CHECK (status IN ('reserved', 'confirmed', 'cancelled', 'expired')),
  -- Until when the seats of a reserved registration are kept.
  ADD COLUMN reserved_until timestamptz(3),
  ADD CONSTRAINT event_registrations_reserved CHECK ((status = 'reserved') = (reserved_until IS NOT NULL));

-- Payments of deposits and tickets at the processor, from the first click on. Amounts are minor units of `currency`.
CREATE TABLE booking_charges (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  payment_account_id text NOT NULL REFERENCES payment_accounts (id),
  booking_id text REFERENCES bookings (id),
  registration_id text REFERENCES event_registrations (id),
  currency text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  application_fee_minor bigint NOT NULL CHECK (application_fee_minor >= 0),
  -- All fees that were taken off the payment; null until they are known.
  fee_minor bigint CHECK (fee_minor >= 0),
  -- What the processor has paid back.
  refunded_minor bigint NOT NULL DEFAULT 0 CHECK (refunded_minor BETWEEN 0 AND amount_minor),
  status text NOT NULL CHECK (status IN ('open', 'processing', 'succeeded', 'failed', 'expired')),
  session_id text UNIQUE,
  payment_intent_id text UNIQUE,
  charge_id text UNIQUE,
  paid_at timestamptz(3),
  -- How many readings at the processor were applied.
  readings integer NOT NULL DEFAULT 0,
  expires_at timestamptz(3) NOT NULL,
  -- When an unfinished payment is read at the processor, should its events be lost.
  check_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CHECK (num_nonnulls(booking_id, registration_id) = 1),
  CHECK ((status = 'succeeded') = (paid_at IS NOT NULL))
);
CREATE INDEX booking_charges_owner ON booking_charges (owner_id);
CREATE INDEX booking_charges_account ON booking_charges (payment_account_id);
CREATE INDEX booking_charges_booking ON booking_charges (booking_id) WHERE booking_id IS NOT NULL;
CREATE INDEX booking_charges_registration ON booking_charges (registration_id) WHERE registration_id IS NOT NULL;
CREATE INDEX booking_charges_unfinished ON booking_charges (check_at) WHERE check_at IS NOT NULL;

-- Refunds of these payments. A pending one is on its way; what counts as paid back is what the processor confirms.
CREATE TABLE booking_charge_refunds (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  charge_id text NOT NULL REFERENCES booking_charges (id),
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  reason text NOT NULL CHECK (reason IN ('cancelled', 'late', 'requested', 'elsewhere')),
  returns_fee boolean NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed')),
  processor_refund_id text UNIQUE,
  failure_reason text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX booking_charge_refunds_charge ON booking_charge_refunds (charge_id);
CREATE INDEX booking_charge_refunds_owner ON booking_charge_refunds (owner_id);

-- A deposit that was paid online, and the refunds that the processor has made of it.
ALTER TABLE booking_deposits ADD COLUMN charge_id text UNIQUE REFERENCES booking_charges (id);
ALTER TABLE booking_deposit_refunds ADD COLUMN charge_refund_id text UNIQUE REFERENCES booking_charge_refunds (id);

DO $$
DECLARE owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['booking_charges', 'booking_charge_refunds'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', owned);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', owned);
    EXECUTE format('CREATE POLICY owner_or_system ON %I USING (owner_id = current_setting(''app.user'', true) OR current_setting(''app.system'', true) = ''on'')', owned);
  END LOOP;
END $$;
