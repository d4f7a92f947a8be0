-- Deposits that an account has received for bookings, by its own record. Amounts in minor units.
CREATE TABLE booking_deposits (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  booking_id text NOT NULL REFERENCES bookings (id),
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  refunded_minor bigint NOT NULL CHECK (refunded_minor BETWEEN 0 AND amount_minor),
  currency text NOT NULL,
  method text NOT NULL,
  reference text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX booking_deposits_owner_recent ON booking_deposits (owner_id, created_at DESC, id DESC);
CREATE INDEX booking_deposits_booking ON booking_deposits (booking_id);
ALTER TABLE booking_deposits ENABLE ROW LEVEL SECURITY;
ALTER TABLE booking_deposits FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON booking_deposits
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');

-- What was paid back, one row per refund.
CREATE TABLE booking_deposit_refunds (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  deposit_id text NOT NULL REFERENCES booking_deposits (id) ON DELETE CASCADE,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX booking_deposit_refunds_deposit ON booking_deposit_refunds (deposit_id);
CREATE INDEX booking_deposit_refunds_owner ON booking_deposit_refunds (owner_id);
ALTER TABLE booking_deposit_refunds ENABLE ROW LEVEL SECURITY;
ALTER TABLE booking_deposit_refunds FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON booking_deposit_refunds
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
