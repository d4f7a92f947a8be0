-- Takes 0081_account_invitations.sql back. Open invitations and offers are lost.
DROP TABLE account_ownership_offers, account_invitations;
DELETE FROM schema_migrations WHERE file = '0081_account_invitations.sql';
