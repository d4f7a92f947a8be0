-- Takes 0180_finance_alerts.sql back.
DROP TABLE finance_alert_events, finance_alert_states, finance_alerts;
DELETE FROM schema_migrations WHERE file = '0180_finance_alerts.sql';
