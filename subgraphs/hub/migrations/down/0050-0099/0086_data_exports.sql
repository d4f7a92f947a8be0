-- Takes 0086_data_exports.sql back. Archives are lost; their bytes stay in the store until it is cleaned.
DROP TABLE data_exports, file_parts;
DELETE FROM files WHERE is_parted;
ALTER TABLE files DROP CONSTRAINT files_size_check;
ALTER TABLE files ADD CONSTRAINT files_size_check CHECK (size > 0);
ALTER TABLE files DROP COLUMN is_parted;
DELETE FROM schema_migrations WHERE file = '0086_data_exports.sql';
