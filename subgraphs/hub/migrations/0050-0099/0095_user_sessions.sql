-- Sign-ins that requests came from. The identity provider keeps the sessions; these rows say where they were seen, and which
-- of them this platform refuses.
CREATE TABLE user_sessions (
  -- Derived from the user and the claims of the token.
  id text PRIMARY KEY,
  -- The user's personal account.
  owner_id text NOT NULL,
  -- What the identity provider calls the session; null where its tokens do not name it.
  issuer_session text,
  revocable boolean NOT NULL,
  -- In plain words, such as "Firefox on Windows".
  device text NOT NULL,
  -- The network of the last request's address, /24 or /48.
  network text,
  first_seen_at timestamptz(3) NOT NULL,
  last_seen_at timestamptz(3) NOT NULL,
  -- When the last of its tokens that were seen expires, and the longest time that one is valid.
  expires_at timestamptz(3) NOT NULL,
  lifetime_seconds integer NOT NULL,
  revoked_at timestamptz(3),
  -- Until when tokens of a revoked session may come.
  kept_until timestamptz(3),
  CHECK ((revoked_at IS NULL) = (kept_until IS NULL)),
  CHECK (revocable OR revoked_at IS NULL)
);
CREATE INDEX user_sessions_list ON user_sessions (owner_id, last_seen_at DESC, id);
CREATE INDEX user_sessions_revoked ON user_sessions (owner_id) WHERE revoked_at IS NOT NULL;
CREATE INDEX user_sessions_kept ON user_sessions (kept_until) WHERE revoked_at IS NOT NULL;
CREATE INDEX user_sessions_seen ON user_sessions (last_seen_at) WHERE revoked_at IS NULL;
ALTER TABLE user_sessions ENABLE ROW LEVEL SECURITY;
ALTER TABLE user_sessions FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON user_sessions
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');

-- Every process drops what it remembers of the user, and refuses the session's tokens from the next request on.
CREATE TRIGGER access_changed AFTER UPDATE ON user_sessions
  FOR EACH ROW WHEN (OLD.revoked_at IS DISTINCT FROM NEW.revoked_at)
  EXECUTE FUNCTION announce_access_change('owner_id');

-- Read in the statement that finds the user of a token; null for nearly everybody.
CREATE FUNCTION revoked_sessions(subject text) RETURNS text[] LANGUAGE sql STABLE SET app.system = 'on' AS $$
  SELECT array_agg(id) FROM user_sessions WHERE owner_id = subject AND revoked_at IS NOT NULL
$$;
