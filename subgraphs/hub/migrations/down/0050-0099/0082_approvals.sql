-- Takes 0082_approvals.sql back. Rules and requests are lost; what was approved and ran stays.
DROP TRIGGER administrator_removed ON account_members;
DROP TRIGGER administrator_demoted ON account_members;
DROP FUNCTION note_lost_administrator();
ALTER TABLE accounts DROP COLUMN administrator_left_at;
ALTER TABLE api_keys DROP COLUMN created_by;
DROP FUNCTION account_access.settle_approval(text, text, text, integer, text, text);
DROP TABLE approval_requests, approval_rules;
DELETE FROM schema_migrations WHERE file = '0082_approvals.sql';
