-- Calendars at a URL that a provider's busy time is read from, again and again.
CREATE TABLE booking_calendar_subscriptions (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  provider_id text NOT NULL REFERENCES booking_providers (id) ON DELETE CASCADE,
  -- Name of the calendar; its busy times have it too.
  source text NOT NULL,
  -- The URL is often a secret; the host is shown.
  url_sealed text NOT NULL,
  host text NOT NULL,
  refresh_minutes integer NOT NULL CHECK (refresh_minutes BETWEEN 5 AND 1440),
  status text NOT NULL CHECK (status IN ('active', 'failing')),
  error_code text,
  -- HTTP status of the response that was refused.
  error_status integer,
  failures integer NOT NULL DEFAULT 0,
  -- What the server said of the last content, and SHA-256 (hex) of that.
  etag text,
  last_modified text,
  content_hash text,
  block_count integer NOT NULL,
  unread_count integer NOT NULL,
  last_read_at timestamptz(3) NOT NULL,
  -- When its busy times were last calculated.
  expanded_at timestamptz(3) NOT NULL,
  next_read_at timestamptz(3) NOT NULL,
  version integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX booking_calendar_subscriptions_source ON booking_calendar_subscriptions (provider_id, source);
CREATE INDEX booking_calendar_subscriptions_owner ON booking_calendar_subscriptions (owner_id, created_at DESC, id DESC);
CREATE INDEX booking_calendar_subscriptions_due ON booking_calendar_subscriptions (next_read_at);
ALTER TABLE booking_calendar_subscriptions ENABLE ROW LEVEL SECURITY;
ALTER TABLE booking_calendar_subscriptions FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON booking_calendar_subscriptions
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
