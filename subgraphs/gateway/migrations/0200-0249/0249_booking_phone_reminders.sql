-- Reminders by text message and call, to the phone of the customer.
ALTER TABLE booking_reminder_schedules DROP CONSTRAINT booking_reminder_schedules_channel_check,
  ADD CONSTRAINT booking_reminder_schedules_channel_check CHECK (channel IN ('email', 'sms', 'call'));
ALTER TABLE booking_notifications DROP CONSTRAINT booking_notifications_channel_check,
  ADD CONSTRAINT booking_notifications_channel_check CHECK (channel IN ('email', 'sms', 'call'));
