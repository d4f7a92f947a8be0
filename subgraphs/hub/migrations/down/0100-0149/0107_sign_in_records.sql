-- Takes 0107_sign_in_records.sql back. Agents have to sign in again.
DROP TABLE sign_in_records;
DELETE FROM schema_migrations WHERE file = '0107_sign_in_records.sql';
