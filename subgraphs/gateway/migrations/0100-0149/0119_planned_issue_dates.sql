-- The issue date that a draft gets when it is issued; null for the day of issue.
ALTER TABLE invoices ADD COLUMN planned_issue_date date;
