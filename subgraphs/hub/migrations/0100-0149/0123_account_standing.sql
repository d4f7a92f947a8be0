-- Whether the platform works on schedule for an account: not while it is suspended, closed or erased. Subgraphs ask before
-- they spend, send or pay. An account that is neither a user nor an organization, as a service account, is open.
CREATE FUNCTION account_access.is_open(account text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET app.system = 'on' SET search_path = hub, pg_temp AS $$
  SELECT NOT EXISTS (SELECT 1 FROM account_holders WHERE id = account
    AND (suspended_at IS NOT NULL OR deleted_at IS NOT NULL OR erased_at IS NOT NULL))
$$;
