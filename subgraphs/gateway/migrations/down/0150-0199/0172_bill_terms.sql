-- Takes 0172_bill_terms.sql back.
DROP TABLE finance_bill_terms;
DELETE FROM schema_migrations WHERE file = '0172_bill_terms.sql';
