-- Video calls through the connected calendar of a booking's provider.
ALTER TABLE booking_services
  ADD COLUMN video_calls text NOT NULL DEFAULT 'none' CHECK (video_calls IN ('none', 'google_meet', 'microsoft_teams'));
ALTER TABLE bookings
  ADD COLUMN video_status text CHECK (video_status IN ('pending', 'ready', 'failed')),
  ADD COLUMN video_url text,
  ADD CHECK ((video_status IS NOT DISTINCT FROM 'ready') = (video_url IS NOT NULL));
CREATE INDEX bookings_video_pending ON bookings (provider_id) WHERE video_status = 'pending';
