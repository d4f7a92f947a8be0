-- Takes 0117_crm_work.sql back. Activities and tasks are lost.
DROP TABLE crm_activities, crm_tasks;
DELETE FROM schema_migrations WHERE file = '0117_crm_work.sql';
