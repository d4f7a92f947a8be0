-- Takes 0236_public_events.sql back.
DROP TABLE event_waitlist;
DROP TABLE event_registration_links;
ALTER TABLE event_tickets DROP COLUMN attendee_name;
ALTER TABLE event_registrations DROP COLUMN request_id, DROP COLUMN is_public, DROP COLUMN attendee_names;
ALTER TABLE ticketed_events DROP COLUMN refund_hours_before;
ALTER TABLE booking_pages DROP COLUMN shows_events;
DELETE FROM schema_migrations WHERE file = '0236_public_events.sql';
