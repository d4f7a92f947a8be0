-- Refunds of what was paid online when it was not due any more. They are made without being asked for.
ALTER TABLE payment_refunds ADD COLUMN returns_excess boolean NOT NULL DEFAULT false;
-- Counts the readings of the payment that were applied: one that began before another was applied is repeated.
ALTER TABLE online_payments ADD COLUMN readings integer NOT NULL DEFAULT 0;
CREATE INDEX payment_refunds_excess ON payment_refunds (payment_id) WHERE returns_excess;
