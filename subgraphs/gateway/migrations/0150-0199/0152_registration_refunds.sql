-- What was promised back to the guest of a cancelled registration. Null: nothing was.
ALTER TABLE event_registrations ADD COLUMN refund_due_cents bigint CHECK (refund_due_cents >= 0);
