-- Takes 0152_registration_refunds.sql back.
ALTER TABLE event_registrations DROP COLUMN refund_due_cents;
DELETE FROM schema_migrations WHERE file = '0152_registration_refunds.sql';
