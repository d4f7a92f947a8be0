-- True for a subscription that never gave anything: what was paid for it is given back.
ALTER TABLE subscription_endings ADD COLUMN is_refunded boolean NOT NULL DEFAULT false;
