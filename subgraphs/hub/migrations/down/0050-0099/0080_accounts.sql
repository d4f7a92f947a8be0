-- Takes 0080_accounts.sql back. Refuses while there are organizations, whose rows would have no owner.
DO $$
BEGIN
  IF EXISTS (SELECT 1 FROM accounts WHERE kind = 'organization') THEN
    RAISE EXCEPTION 'There are organizations: hand their data over and delete them first.';
  END IF;
END
$$;

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
  FROM api_keys k JOIN users u ON u.id = k.owner_id WHERE k.key_hash = hash OR k.previous_key_hash = hash
$$;

DROP VIEW account_holders;
DROP FUNCTION account_access.keep_membership(text, text, integer);
DROP SCHEMA account_access;
DROP FUNCTION find_member(text, text);

ALTER TABLE api_keys DROP CONSTRAINT api_keys_owner_id_fkey,
  ADD CONSTRAINT api_keys_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users (id);
ALTER TABLE entitlements DROP CONSTRAINT entitlements_owner_id_fkey,
  ADD CONSTRAINT entitlements_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users (id);
ALTER TABLE api_access_ends DROP CONSTRAINT api_access_ends_owner_id_fkey,
  ADD CONSTRAINT api_access_ends_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users (id);
ALTER TABLE subscriptions DROP CONSTRAINT subscriptions_owner_id_fkey,
  ADD CONSTRAINT subscriptions_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users (id);

DROP TABLE account_members;
DROP FUNCTION renew_member_version();
DROP SEQUENCE account_member_versions;
DROP TRIGGER personal_account ON users;
DROP TRIGGER personal_account_closed ON users;
DROP FUNCTION open_personal_account();
DROP FUNCTION close_personal_account();
ALTER TABLE users DROP CONSTRAINT users_are_no_organizations;
DROP TABLE accounts;
DELETE FROM schema_migrations WHERE file = '0080_accounts.sql';
