-- Takes 0101_closure_blockers.sql back. Before the hub's 0080_accounts.sql, which drops the schema that both use.
DROP FUNCTION account_access.closure_blockers_in_gateway(text);
DELETE FROM schema_migrations WHERE file = '0101_closure_blockers.sql';
