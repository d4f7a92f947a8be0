-- Recordings that the carrier still has although their calls were deleted, as after the erasure of an account.
CREATE TABLE caller_left_recordings (
  carrier_sid text PRIMARY KEY,
  created_at timestamptz(3) NOT NULL
);
ALTER TABLE caller_left_recordings ENABLE ROW LEVEL SECURITY;
ALTER TABLE caller_left_recordings FORCE ROW LEVEL SECURITY;
CREATE POLICY system_only ON caller_left_recordings USING (current_setting('app.system', true) = 'on');

CREATE FUNCTION note_left_recording() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO caller_left_recordings (carrier_sid, created_at)
  VALUES (OLD.recording ->> 'carrierSid', now()) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER caller_calls_leave_recordings AFTER DELETE ON caller_calls
  FOR EACH ROW WHEN (OLD.recording ->> 'carrierSid' IS NOT NULL) EXECUTE FUNCTION note_left_recording();
