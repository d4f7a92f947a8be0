-- Time off that another calendar tells of: the name that the calendar was imported under, and its event. Both are
-- null of what was blocked by hand.
ALTER TABLE booking_blocked_times ADD COLUMN source text, ADD COLUMN event_uid text,
  ADD CHECK ((source IS NULL) = (event_uid IS NULL));
CREATE INDEX booking_blocked_times_source ON booking_blocked_times (provider_id, source) WHERE source IS NOT NULL;
