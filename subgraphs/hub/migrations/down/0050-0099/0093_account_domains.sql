-- Takes 0093_account_domains.sql back. Domains are lost; who joined by one stays a member.
DROP TABLE account_removed_members, account_domains;
DELETE FROM schema_migrations WHERE file = '0093_account_domains.sql';
