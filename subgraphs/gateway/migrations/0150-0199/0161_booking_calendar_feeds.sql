-- Providers whose calendar feed has another URL than its first one. The token is derived from provider and generation.
CREATE TABLE booking_calendar_feeds (
  provider_id text PRIMARY KEY REFERENCES booking_providers (id) ON DELETE CASCADE,
  owner_id text NOT NULL,
  generation integer NOT NULL,
  rotated_at timestamptz(3) NOT NULL
);
CREATE INDEX booking_calendar_feeds_owner ON booking_calendar_feeds (owner_id);
ALTER TABLE booking_calendar_feeds ENABLE ROW LEVEL SECURITY;
ALTER TABLE booking_calendar_feeds FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON booking_calendar_feeds
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
