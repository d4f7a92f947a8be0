ALTER TABLE caller_routes
  -- {musicUrl, maxWaitSec, callbackAgentId}: callers wait until forward_to takes them; null: nobody waits.
  ADD COLUMN queue jsonb,
  ADD CONSTRAINT caller_routes_queue CHECK (queue IS NULL OR forward_to IS NOT NULL);
