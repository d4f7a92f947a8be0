-- Takes 0125_contact_list_filters.sql back.
ALTER TABLE caller_lists DROP COLUMN filter;
DELETE FROM schema_migrations WHERE file = '0125_contact_list_filters.sql';
