-- Takes 0247_booking_video.sql back.
ALTER TABLE bookings DROP COLUMN video_url, DROP COLUMN video_status;
ALTER TABLE booking_services DROP COLUMN video_calls;
DELETE FROM schema_migrations WHERE file = '0247_booking_video.sql';
