-- Takes 0235_booking_charges.sql back. Registrations that were reserved or have lapsed are kept as cancelled.
ALTER TABLE booking_deposit_refunds DROP COLUMN charge_refund_id;
ALTER TABLE booking_deposits DROP COLUMN charge_id;
DROP TABLE booking_charge_refunds;
DROP TABLE booking_charges;
ALTER TABLE event_registrations DROP CONSTRAINT event_registrations_reserved, DROP CONSTRAINT event_registrations_status_check;
UPDATE event_registrations SET status = 'cancelled' WHERE status IN ('reserved', 'expired');
ALTER TABLE event_registrations DROP COLUMN reserved_until,
  ADD CONSTRAINT event_registrations_status_check CHECK (status IN ('confirmed', 'cancelled'));
ALTER TABLE booking_pages DROP COLUMN payment_minutes;
ALTER TABLE bookings DROP COLUMN deposit_due_minor;
ALTER TABLE booking_services DROP COLUMN deposit_percent;
DELETE FROM schema_migrations WHERE file = '0235_booking_charges.sql';
