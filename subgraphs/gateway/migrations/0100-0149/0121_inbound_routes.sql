-- What happens to calls to a number of an account. Calls to a number without a route are declined.
CREATE TABLE caller_routes (
  id text PRIMARY KEY,
  owner_id text NOT NULL,
  number_id text NOT NULL UNIQUE REFERENCES caller_numbers (id) ON DELETE CASCADE,
  voice_agent_id text,
  forward_to text,
  -- {timezone, from, to, days}; null: at any time.
  hours jsonb,
  -- Said outside of the hours, and when nobody takes a forwarded call; what is answered is noted.
  voicemail text,
  contacts_only boolean NOT NULL DEFAULT false,
  blocked_numbers text[] NOT NULL DEFAULT '{}',
  -- True once the carrier sends the number's calls here.
  is_live boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CHECK (voice_agent_id IS NULL OR forward_to IS NULL)
);
CREATE INDEX caller_routes_owner ON caller_routes (owner_id, created_at DESC, id DESC);
ALTER TABLE caller_routes ENABLE ROW LEVEL SECURITY;
ALTER TABLE caller_routes FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON caller_routes
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
