-- Takes 0134_bank_rules.sql back. Rules are lost; entries and matches that they made stay.
DROP TABLE accounting_bank_rule_entries, accounting_bank_rules;
DELETE FROM schema_migrations WHERE file = '0134_bank_rules.sql';
