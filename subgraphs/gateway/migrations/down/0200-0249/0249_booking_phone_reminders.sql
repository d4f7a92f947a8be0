-- Takes 0249_booking_phone_reminders.sql back.
DELETE FROM booking_notifications WHERE channel <> 'email';
DELETE FROM booking_reminder_schedules WHERE channel <> 'email';
ALTER TABLE booking_notifications DROP CONSTRAINT booking_notifications_channel_check,
  ADD CONSTRAINT booking_notifications_channel_check CHECK (channel IN ('email'));
ALTER TABLE booking_reminder_schedules DROP CONSTRAINT booking_reminder_schedules_channel_check,
  ADD CONSTRAINT booking_reminder_schedules_channel_check CHECK (channel IN ('email'));
DELETE FROM schema_migrations WHERE file = '0249_booking_phone_reminders.sql';
