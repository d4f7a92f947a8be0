-- Takes 0116_crm_deals.sql back. Deals and pipelines are lost.
DROP TABLE crm_deal_steps, crm_deals, crm_pipelines;
DELETE FROM schema_migrations WHERE file = '0116_crm_deals.sql';
