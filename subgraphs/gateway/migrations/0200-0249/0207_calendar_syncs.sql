-- Calendars of connected accounts that are kept in step with the bookings of a provider.
CREATE TABLE booking_calendar_syncs (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  provider_id text NOT NULL REFERENCES booking_providers (id) ON DELETE CASCADE,
  -- Connection of the hub.
  connection_id text NOT NULL,
  service text NOT NULL CHECK (service IN ('google', 'microsoft')),
  calendar_id text NOT NULL,
  calendar_name text NOT NULL,
  -- IANA zone of its all-day events.
  timezone text NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'failing', 'disconnected', 'ended')),
  -- Where the next read begins; null: with everything.
  cursor text,
  window_from timestamptz(3),
  window_until timestamptz(3),
  full_synced_at timestamptz(3),
  last_synced_at timestamptz(3),
  error_code text,
  failures integer NOT NULL DEFAULT 0,
  -- Not before this moment, by the service's limits.
  retry_at timestamptz(3),
  next_sync_at timestamptz(3) NOT NULL,
  -- By the database's clock: until when a run has it to itself.
  lease_until timestamptz(3),
  -- Last part of the URL of notifications, and SHA-256 (hex) of their token.
  channel_id text UNIQUE,
  channel_token_hash text,
  -- What the service calls the channel.
  channel_remote_id text,
  channel_resource_id text,
  channel_expires_at timestamptz(3),
  version integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX booking_calendar_syncs_calendar ON booking_calendar_syncs (owner_id, service, calendar_id) WHERE status <> 'ended';
CREATE INDEX booking_calendar_syncs_owner ON booking_calendar_syncs (owner_id, created_at DESC, id DESC);
CREATE INDEX booking_calendar_syncs_provider ON booking_calendar_syncs (provider_id);
CREATE INDEX booking_calendar_syncs_due ON booking_calendar_syncs (next_sync_at) WHERE status IN ('active', 'failing');

-- Bookings in such a calendar: what is there, and what both sides last agreed on. Null times: no event.
CREATE TABLE booking_calendar_copies (
  sync_id text NOT NULL REFERENCES booking_calendar_syncs (id) ON DELETE CASCADE,
  booking_id text NOT NULL REFERENCES bookings (id) ON DELETE CASCADE,
  owner_id text NOT NULL,
  -- Counts the events of the booking; part of the event's key.
  generation integer NOT NULL DEFAULT 0,
  event_id text,
  etag text,
  outside_starts_at timestamptz(3),
  outside_ends_at timestamptz(3),
  base_starts_at timestamptz(3),
  base_ends_at timestamptz(3),
  -- What was last sent to the calendar, while the response is not known.
  sent_starts_at timestamptz(3),
  sent_ends_at timestamptz(3),
  sent_deletion boolean NOT NULL DEFAULT false,
  is_due boolean NOT NULL DEFAULT true,
  -- Counts changes of the booking, so that one during a request is not lost.
  changes integer NOT NULL DEFAULT 0,
  PRIMARY KEY (sync_id, booking_id)
);
CREATE UNIQUE INDEX booking_calendar_copies_event ON booking_calendar_copies (sync_id, event_id) WHERE event_id IS NOT NULL;
CREATE INDEX booking_calendar_copies_booking ON booking_calendar_copies (booking_id);
CREATE INDEX booking_calendar_copies_owner ON booking_calendar_copies (owner_id);
CREATE INDEX booking_calendar_copies_due ON booking_calendar_copies (sync_id) WHERE is_due;

-- Differences that need a decision, or needed one.
CREATE TABLE booking_calendar_conflicts (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  sync_id text NOT NULL REFERENCES booking_calendar_syncs (id) ON DELETE CASCADE,
  booking_id text NOT NULL REFERENCES bookings (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('overlap', 'moved_outside', 'deleted_outside', 'both_changed')),
  event_id text NOT NULL,
  event_title text,
  outside_starts_at timestamptz(3),
  outside_ends_at timestamptz(3),
  -- Code of the refusal when the change could not be taken over.
  reason text,
  resolution text CHECK (resolution IN ('keep_booking', 'keep_calendar', 'settled')),
  resolved_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  CHECK ((resolution IS NULL) = (resolved_at IS NULL))
);
CREATE UNIQUE INDEX booking_calendar_conflicts_open ON booking_calendar_conflicts (sync_id, booking_id, event_id) WHERE resolved_at IS NULL;
CREATE INDEX booking_calendar_conflicts_owner ON booking_calendar_conflicts (owner_id, created_at DESC, id DESC);
CREATE INDEX booking_calendar_conflicts_booking ON booking_calendar_conflicts (booking_id);

-- Busy time of an event in such a calendar.
ALTER TABLE booking_blocked_times
  ADD COLUMN sync_id text REFERENCES booking_calendar_syncs (id) ON DELETE CASCADE,
  ADD COLUMN event_updated_at timestamptz(3);
CREATE UNIQUE INDEX booking_blocked_times_sync ON booking_blocked_times (sync_id, event_uid) WHERE sync_id IS NOT NULL;

-- Whatever changes a booking: the calendars that have it, or should have it, are due.
CREATE FUNCTION note_calendar_copies() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    UPDATE booking_calendar_copies SET is_due = true, changes = changes + 1 WHERE booking_id = NEW.id;
  END IF;
  IF NEW.status IN ('pending', 'confirmed', 'checked_in') THEN
    INSERT INTO booking_calendar_copies (sync_id, booking_id, owner_id)
    SELECT id, NEW.id, NEW.owner_id FROM booking_calendar_syncs
    WHERE provider_id = NEW.provider_id AND status <> 'ended'
    ON CONFLICT (sync_id, booking_id) DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER bookings_note_new_copies AFTER INSERT ON bookings
  FOR EACH ROW WHEN (NEW.status <> 'held') EXECUTE FUNCTION note_calendar_copies();
CREATE TRIGGER bookings_note_copies AFTER UPDATE OF starts_at, ends_at, provider_id, status ON bookings
  FOR EACH ROW WHEN (NEW.status <> 'held' AND (OLD.starts_at, OLD.ends_at, OLD.provider_id, OLD.status)
    IS DISTINCT FROM (NEW.starts_at, NEW.ends_at, NEW.provider_id, NEW.status))
  EXECUTE FUNCTION note_calendar_copies();

DO $$
DECLARE owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['booking_calendar_syncs', 'booking_calendar_copies', 'booking_calendar_conflicts'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', owned);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', owned);
    EXECUTE format('CREATE POLICY owner_or_system ON %I USING (owner_id = current_setting(''app.user'', true) OR current_setting(''app.system'', true) = ''on'')', owned);
  END LOOP;
END $$;
