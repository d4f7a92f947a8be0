-- What was promised back to guests of a cancelled event: the prices of the tickets that stood. Null: nothing was.
ALTER TABLE ticketed_events ADD COLUMN refunds_due_cents bigint CHECK (refunds_due_cents >= 0);
