-- Takes 0134_payslip_links.sql back.
DROP TABLE payslip_links;
DELETE FROM schema_migrations WHERE file = '0134_payslip_links.sql';
