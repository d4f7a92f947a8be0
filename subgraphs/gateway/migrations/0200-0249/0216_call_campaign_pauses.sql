ALTER TABLE caller_campaigns
  -- Why the platform paused it; null where a person did, or where it is not paused.
  ADD COLUMN paused_because text;
