-- Conditions on contacts: {query, timezone, variables, hasConsent}. Null for a list whose contacts are added one by one.
ALTER TABLE caller_lists ADD COLUMN filter jsonb;
