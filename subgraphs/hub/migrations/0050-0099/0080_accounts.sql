-- An account is the tenant that rows belong to. Each user has a personal account with the user's own id, so existing rows
-- keep their owner; an organization is an account with members.
CREATE TABLE accounts (
  id text PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 128),
  kind text NOT NULL CHECK (kind IN ('personal', 'organization')),
  -- Of an organization; a personal account has its user's.
  name text,
  -- Where notices and receipts of an organization go: a verified address of the owner who set it.
  email text,
  created_by text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CHECK ((kind = 'organization') = (name IS NOT NULL)),
  CHECK ((kind = 'organization') = (id LIKE 'org\_%'))
);
ALTER TABLE accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE accounts FORCE ROW LEVEL SECURITY;
CREATE POLICY own_or_system ON accounts
  USING (id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');

-- A subject that is named like an organization is no user.
ALTER TABLE users ADD CONSTRAINT users_are_no_organizations CHECK (id NOT LIKE 'org\_%') NOT VALID;

INSERT INTO accounts (id, kind, created_at, updated_at) SELECT id, 'personal', created_at, created_at FROM users;

CREATE FUNCTION open_personal_account() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET app.system = 'on' SET search_path = hub, pg_temp AS $$
BEGIN
  INSERT INTO accounts (id, kind, created_at, updated_at) VALUES (NEW.id, 'personal', NEW.created_at, NEW.created_at)
  ON CONFLICT (id) DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER personal_account AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION open_personal_account();

CREATE FUNCTION close_personal_account() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET app.system = 'on' SET search_path = hub, pg_temp AS $$
BEGIN
  DELETE FROM accounts WHERE id = OLD.id AND kind = 'personal';
  RETURN NULL;
END
$$;
CREATE TRIGGER personal_account_closed AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION close_personal_account();

-- Keys, entitlements and subscriptions belong to accounts.
ALTER TABLE api_keys DROP CONSTRAINT api_keys_owner_id_fkey,
  ADD CONSTRAINT api_keys_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id);
ALTER TABLE entitlements DROP CONSTRAINT entitlements_owner_id_fkey,
  ADD CONSTRAINT entitlements_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id);
ALTER TABLE api_access_ends DROP CONSTRAINT api_access_ends_owner_id_fkey,
  ADD CONSTRAINT api_access_ends_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id);
ALTER TABLE subscriptions DROP CONSTRAINT subscriptions_owner_id_fkey,
  ADD CONSTRAINT subscriptions_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts (id);

-- Versions never come back, also not when a member is removed and added again.
CREATE SEQUENCE account_member_versions AS integer;

-- Members of organizations. The user of a personal account is its owner, without a row.
CREATE TABLE account_members (
  -- The organization.
  owner_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users (id),
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'billing', 'member', 'read_only')),
  -- Levels by app that differ from those of the role: none, read, write or approve.
  app_rights jsonb NOT NULL DEFAULT '{}',
  -- Moves with every change of rights: a transaction of older rights does not commit.
  version integer NOT NULL DEFAULT nextval('account_member_versions'),
  added_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (owner_id, user_id)
);
CREATE INDEX account_members_user ON account_members (user_id);
CREATE INDEX account_members_list ON account_members (owner_id, created_at, user_id);
ALTER TABLE account_members ENABLE ROW LEVEL SECURITY;
ALTER TABLE account_members FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_or_system ON account_members
  USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');

CREATE FUNCTION renew_member_version() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  NEW.version := nextval('account_member_versions');
  RETURN NEW;
END
$$;
CREATE TRIGGER version_renewed BEFORE UPDATE ON account_members
  FOR EACH ROW EXECUTE FUNCTION renew_member_version();
CREATE TRIGGER access_changed AFTER UPDATE OR DELETE ON account_members
  FOR EACH ROW EXECUTE FUNCTION announce_access_change('user_id');
CREATE TRIGGER access_changed AFTER UPDATE OR DELETE ON accounts
  FOR EACH ROW EXECUTE FUNCTION announce_access_change('id');

-- What a user may do in an organization, in one statement; no row for anybody else. `app_ids` are the apps of which the
-- member may see something, null for all.
CREATE FUNCTION find_member(account text, subject text)
RETURNS TABLE (role text, app_rights jsonb, version integer, app_ids text[], tiers jsonb)
LANGUAGE sql STABLE SET app.system = 'on' AS $$
  SELECT m.role, m.app_rights, m.version,
         CASE WHEN m.role NOT IN ('owner', 'admin') AND m.app_rights @? '$.* ? (@ == "none")' THEN
           ARRAY(SELECT a.app_id FROM apps a WHERE m.app_rights ->> a.app_id IS DISTINCT FROM 'none') END,
         account_tiers(account)
  FROM account_members m WHERE m.owner_id = account AND m.user_id = subject
$$;

-- Keeps a membership as it is until the transaction ends, in every subgraph: a removal waits for writes that have begun, and
-- writes that come after it find no member. Answers true only where the member still has the rights of this version.
-- In a schema of its own, so that the roles of the other subgraphs reach this function and nothing else of the hub.
CREATE SCHEMA IF NOT EXISTS account_access;
GRANT USAGE ON SCHEMA account_access TO PUBLIC;
CREATE OR REPLACE FUNCTION account_access.keep_membership(account text, subject text, known integer) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET app.system = 'on' SET search_path = hub, pg_temp AS $$
BEGIN
  PERFORM 1 FROM account_members WHERE owner_id = account AND user_id = subject AND version = known FOR SHARE;
  RETURN FOUND;
END
$$;

-- Who an account is to the outside: the user, or the organization.
CREATE VIEW account_holders WITH (security_invoker = true) AS
  SELECT id, email, email_verified, name, suspended_at, deleted_at, erased_at FROM users
  UNION ALL
  SELECT id, email, email IS NOT NULL, name, NULL, NULL, NULL FROM accounts WHERE kind = 'organization';

CREATE OR REPLACE FUNCTION find_key_caller(hash text)
RETURNS TABLE (id text, owner_id text, email text, name text, suspended boolean, status text, scopes text[],
               app_ids text[], livemode boolean, created_at timestamptz, expires_at timestamptz,
               replaced_at timestamptz, allowed_ips text[], requests_per_hour integer, requests_per_day integer,
               requests_per_month integer, access_ended_at timestamptz)
LANGUAGE sql STABLE SET app.system = 'on' AS $$
  SELECT k.id, k.owner_id, u.email, u.name, u.suspended_at IS NOT NULL OR u.deleted_at IS NOT NULL, k.status,
         k.scopes, k.app_ids, k.livemode, k.created_at, k.expires_at,
         CASE WHEN k.key_hash = hash THEN NULL ELSE k.previous_key_expires_at END,
         k.allowed_ips, k.requests_per_hour, k.requests_per_day, k.requests_per_month,
         (SELECT a.ended_at FROM api_access_ends a WHERE a.owner_id = u.id)
  FROM api_keys k JOIN account_holders u ON u.id = k.owner_id
  WHERE k.key_hash = hash OR k.previous_key_hash = hash
$$;
