-- Which notifications an account has switched off or on again. Without a row the default applies.
CREATE TABLE notification_preferences (
  owner_id text NOT NULL,
  event text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('email')),
  enabled boolean NOT NULL,
  updated_by text NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (owner_id, event, channel)
);
ALTER TABLE notification_preferences ENABLE ROW LEVEL SECURITY;
ALTER TABLE notification_preferences FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON notification_preferences
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
