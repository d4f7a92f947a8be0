-- Takes 0160_booking_intake_forms.sql back.
ALTER TABLE booking_page_requests DROP COLUMN form_id, DROP COLUMN form_version;
DROP TABLE booking_intake_uses;
DROP TABLE booking_intake_versions;
DROP TABLE booking_intake_forms;
DELETE FROM schema_migrations WHERE file = '0160_booking_intake_forms.sql';
