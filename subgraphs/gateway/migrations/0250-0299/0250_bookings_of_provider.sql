-- Free slots read the bookings of each provider by time, which is faster than by the constraint's range index.
CREATE INDEX bookings_provider_start ON bookings (provider_id, starts_at)
  WHERE status IN ('held', 'pending', 'confirmed', 'checked_in');
