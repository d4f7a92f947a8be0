-- Takes 0121_inbound_routes.sql back.
DROP TABLE caller_routes;
DELETE FROM schema_migrations WHERE file = '0121_inbound_routes.sql';
