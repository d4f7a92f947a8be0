-- Takes 0171_goal_movements.sql back.
DROP TABLE finance_goal_movements;
ALTER TABLE finance_goals DROP COLUMN closed_on;
DELETE FROM schema_migrations WHERE file = '0171_goal_movements.sql';
