-- What keeps an organization from being closed: pay that is on its way. Called by the hub, for the account that the open
-- transaction acts for and no other.
CREATE SCHEMA IF NOT EXISTS account_access;
GRANT USAGE ON SCHEMA account_access TO PUBLIC;
CREATE OR REPLACE FUNCTION account_access.closure_blockers_in_gateway(account text)
RETURNS TABLE (kind text, id text, status text)
LANGUAGE sql STABLE SECURITY DEFINER SET app.system = 'on' SET search_path = gateway, pg_temp AS $$
  SELECT 'payroll_run', r.id, r.status FROM payroll_runs r
  WHERE r.owner_id = account AND account = current_setting('app.user', true) AND r.status IN ('pending', 'processing')
  UNION ALL
  SELECT 'contractor_payment', p.id, p.status FROM contractor_payments p
  WHERE p.owner_id = account AND account = current_setting('app.user', true) AND p.status IN ('scheduled', 'processing')
  ORDER BY 1, 2
$$;
