-- Takes 0122_one_time_secrets.sql back. Secrets that were not seen are lost: the keys have to be rotated.
DROP TABLE one_time_secrets;
DELETE FROM schema_migrations WHERE file = '0122_one_time_secrets.sql';
