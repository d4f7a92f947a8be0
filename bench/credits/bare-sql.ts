/** The statements of one consume. */

const claim = `INSERT INTO idempotency_keys AS held
    (scope, principal, operation, key, request_hash, created_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (scope, principal, operation, key) DO UPDATE
    SET request_hash = EXCLUDED.request_hash, response = NULL, created_at = EXCLUDED.created_at,
        expires_at = EXCLUDED.expires_at
    WHERE held.expires_at <= EXCLUDED.created_at
  RETURNING 1`;

const lock = `SELECT id, balance::float8 AS balance, held::float8 AS held FROM credit_accounts
  WHERE owner_id = $1 AND app_id = $2 AND pool = 'standard' FOR UPDATE`;

const lots = `SELECT id, source, remaining::float8 AS remaining, expires_at, created_at FROM credit_lots
  WHERE account_id = (SELECT id FROM credit_accounts WHERE owner_id = $1 AND app_id = $2 AND pool = 'standard')
    AND remaining > 0`;

const reference = `SELECT id, reference_id, balance_after::float8 AS balance, amount::float8 AS amount
  FROM credit_entries
  WHERE reference_id = ANY($1) AND account_id =
    (SELECT id FROM credit_accounts WHERE owner_id = $2 AND app_id = $3 AND pool = 'standard')`;

const debit = `UPDATE credit_accounts
  SET balance = balance - $2, total_consumed = total_consumed + $2, last_consumed_at = $3
  WHERE id = $1 AND balance - held >= $2 RETURNING balance::float8 AS balance`;

const draw = "UPDATE credit_lots SET remaining = remaining - $2 WHERE id = $1";

const entry = `INSERT INTO credit_entries
    (id, account_id, owner_id, app_id, pool, type, amount, balance_after, description, reference_id, created_at)
  VALUES ($1, $2, $3, $4, 'standard', 'consume', $5, $6, $7, $8, $9)`;

const postings =
  "INSERT INTO credit_postings (entry_id, ledger, owner_id, amount) VALUES ($1, $2, $3, $4), ($1, $5, $3, $6)";

const event = `INSERT INTO outbox_events (id, type, object_id, app_id, owner_id, payload)
  VALUES ($1, $2, $3, $4, $5, $6::jsonb)`;

const answer = `UPDATE idempotency_keys SET response = $5::json
  WHERE scope = $1 AND principal = $2 AND operation = $3 AND key = $4`;

const audit = `WITH written AS (
  INSERT INTO audit_log (id, at, actor_type, actor_id, owner_id, action, target_type, target_id, request_id, outcome,
    changes, retention)
  VALUES ($1, $2, 'user', $3, $3, 'consumeCredits', 'ConsumeCreditsResult', $4, $5, 'ok', $6, 'standard')
  ON CONFLICT (id) DO NOTHING RETURNING id)
INSERT INTO audit_pending SELECT id FROM written`;

export const statements = {
  claim,
  lock,
  lots,
  reference,
  debit,
  draw,
  entry,
  postings,
  event,
  answer,
  audit,
};
