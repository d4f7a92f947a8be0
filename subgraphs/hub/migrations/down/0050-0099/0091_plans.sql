-- Takes 0091_plans.sql back. The plans are those of the pricing service again.
DROP TABLE plan_prices, plans;
DELETE FROM schema_migrations WHERE file = '0091_plans.sql';
