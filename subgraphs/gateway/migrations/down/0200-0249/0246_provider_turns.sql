-- Takes 0246_provider_turns.sql back.
DROP TRIGGER bookings_count_turn ON bookings;
DROP TRIGGER bookings_count_new_turn ON bookings;
DROP FUNCTION count_provider_turn();
ALTER TABLE booking_service_providers DROP COLUMN turns, DROP COLUMN weight;
ALTER TABLE booking_services DROP COLUMN assignment;
DELETE FROM schema_migrations WHERE file = '0246_provider_turns.sql';
