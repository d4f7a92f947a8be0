-- Takes 0119_planned_issue_dates.sql back.
ALTER TABLE invoices DROP COLUMN planned_issue_date;
DELETE FROM schema_migrations WHERE file = '0119_planned_issue_dates.sql';
