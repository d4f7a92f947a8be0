-- Takes 0225_charged_methods.sql back.
ALTER TABLE auto_charges DROP COLUMN method_id;
DELETE FROM schema_migrations WHERE file = '0225_charged_methods.sql';
