-- Takes 0087_account_audit.sql back. The platform's own chain is not touched.
CREATE OR REPLACE FUNCTION purge_audit_trail() RETURNS integer
LANGUAGE sql SECURITY DEFINER SET app.system = 'on' SET app.audit_purge = 'on' SET search_path FROM CURRENT AS $$
  WITH gone AS (DELETE FROM audit_trail WHERE day < audit_kept_from(retention) RETURNING 1) SELECT count(*)::int FROM gone
$$;
DROP INDEX audit_trail_account;
DROP TABLE audit_account_links, audit_account_heads;
DROP FUNCTION refuse_account_link_change();
DELETE FROM schema_migrations WHERE file = '0087_account_audit.sql';
