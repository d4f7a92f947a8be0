-- Takes 0142_hvut_claims.sql back.
DROP TABLE hvut_claims;
DELETE FROM schema_migrations WHERE file = '0142_hvut_claims.sql';
