-- Takes 0140_account_choices.sql back.
DROP TABLE account_choices;
DELETE FROM schema_migrations WHERE file = '0140_account_choices.sql';
