-- The ids that the first packages came with are prices of no account at the payment processor. A package without a price
-- there is not sold until an administrator creates or links one.
ALTER TABLE credit_packages ALTER COLUMN price_id DROP NOT NULL;
UPDATE credit_packages SET price_id = NULL
  WHERE (package_id, price_id) IN (('pkg_starter', 'price_credits_starter'), ('pkg_growth', 'price_credits_growth'),
    ('pkg_scale', 'price_credits_scale'), ('pkg_bulk', 'price_credits_bulk'));
