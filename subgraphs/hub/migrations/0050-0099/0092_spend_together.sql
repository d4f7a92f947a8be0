-- Spends credits of many requests in one statement, which is one transaction: an exchange with the server for all of them.

CREATE TYPE credit_spending AS (
  place integer,
  owner_id text,
  app_id text,
  amount bigint,
  reference_id text,
  entry_id text,
  event_id text,
  description text,
  operation text,
  metadata jsonb,
  at timestamptz,
  -- Who caused it; null for the platform itself.
  actor_type text,
  actor_id text,
  -- Columns of the request's audit row; null when it has none.
  audit json,
  -- The request's Idempotency-Key; null when it has none.
  key_principal text,
  key_operation text,
  key text,
  request_hash text,
  key_expires_at timestamptz
);

-- Returns the spendings that were written, with the balance after each. It writes the simple ones: those of accounts that
-- nobody else has locked and that have more credits than all of their requests need, whose references and keys are new.
-- Nothing is written for the other accounts. `memberships` are those by which members act for organizations; the transaction
-- fails when one of them has ended. Row-level security shows the accounts of the requests alone.
CREATE FUNCTION spend_together(requests json, memberships json) RETURNS TABLE (spent_place integer, balance_after bigint)
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  asked credit_spending[] := ARRAY(SELECT r FROM json_populate_recordset(NULL::credit_spending, requests) AS r);
  locked text[];
BEGIN
  PERFORM set_config('app.users', ARRAY(SELECT DISTINCT r.owner_id FROM unnest(asked) AS r)::text, true),
    set_config('lock_timeout', '100', true);
  -- Requests of locked accounts wait elsewhere, so that they hold up nobody.
  locked := ARRAY(
    SELECT a.id FROM (SELECT DISTINCT r.owner_id, r.app_id FROM unnest(asked) AS r) AS r
    JOIN credit_accounts AS a ON a.owner_id = r.owner_id AND a.app_id = r.app_id AND a.pool = 'standard'
    FOR NO KEY UPDATE OF a SKIP LOCKED);
  -- A statement of its own: it sees what the earlier holders of the locks have committed.
  RETURN QUERY
  WITH wanted AS MATERIALIZED (
    SELECT r.*, a.id AS account_id, a.held, a.balance AS balance_before,
      (sum(r.amount) OVER (PARTITION BY a.id))::bigint AS total,
      (sum(r.amount) OVER (PARTITION BY a.id ORDER BY r.place))::bigint AS spent
    FROM unnest(asked) AS r
    JOIN credit_accounts AS a ON a.owner_id = r.owner_id AND a.app_id = r.app_id AND a.pool = 'standard'
    WHERE a.id = ANY (locked)),
  special AS (
    SELECT w.account_id FROM wanted AS w
    WHERE w.balance_before - w.held <= w.total
      OR EXISTS (SELECT 1 FROM credit_entries AS e
                 WHERE e.account_id = w.account_id AND e.reference_id = w.reference_id)
      OR EXISTS (SELECT 1 FROM idempotency_keys AS k
                 WHERE k.scope = w.owner_id AND k.principal = w.key_principal AND k.operation = w.key_operation
                   AND k.key = w.key)),
  spendings AS MATERIALIZED (
    SELECT w.*, w.balance_before - w.spent AS left_over FROM wanted AS w
    WHERE w.account_id NOT IN (SELECT s.account_id FROM special AS s)),
  totals AS (
    SELECT s.account_id, max(s.total) AS total, max(s.at) AS at FROM spendings AS s GROUP BY s.account_id),
  debited AS (
    UPDATE credit_accounts AS a
    SET balance = a.balance - t.total, total_consumed = a.total_consumed + t.total, last_consumed_at = t.at
    FROM totals AS t WHERE a.id = t.account_id),
  -- The order of `compareLots`, with times of its precision.
  lots AS (
    SELECT l.id, l.account_id, l.remaining, coalesce(sum(l.remaining) OVER (
        PARTITION BY l.account_id
        ORDER BY date_trunc('milliseconds', l.expires_at) NULLS LAST, l.source = 'paid',
          date_trunc('milliseconds', l.created_at), l.id COLLATE "C"
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)::bigint AS earlier
    FROM credit_lots AS l WHERE l.account_id = ANY (locked) AND l.remaining > 0),
  drawn AS (
    UPDATE credit_lots AS l SET remaining = l.remaining - least(o.remaining, t.total - o.earlier)
    FROM lots AS o JOIN totals AS t ON t.account_id = o.account_id
    WHERE l.id = o.id AND o.earlier < t.total),
  entered AS (
    INSERT INTO credit_entries
      (id, account_id, owner_id, app_id, pool, type, amount, balance_after, description, operation, metadata, reference_id,
       created_at)
    SELECT s.entry_id, s.account_id, s.owner_id, s.app_id, 'standard', 'consume', -s.amount, s.left_over, s.description,
      s.operation, s.metadata, s.reference_id, s.at
    FROM spendings AS s ORDER BY s.place),
  posted AS (
    INSERT INTO credit_postings (entry_id, ledger, owner_id, amount)
    SELECT s.entry_id, p.ledger, s.owner_id, p.amount FROM spendings AS s
    CROSS JOIN LATERAL (VALUES ('account:' || s.account_id, -s.amount), ('system:usage', s.amount)) AS p (ledger, amount)),
  announced AS (
    INSERT INTO outbox_events (id, type, object_id, app_id, owner_id, actor_type, actor_id, payload)
    SELECT s.event_id, 'credits.balance_changed', s.account_id, s.app_id, s.owner_id, s.actor_type, s.actor_id, jsonb_build_object(
      'appId', s.app_id, 'pool', 'standard', 'amount', trim_scale(-s.amount / 100.0),
      'balance', trim_scale(s.left_over / 100.0), 'available', trim_scale((s.left_over - s.held) / 100.0),
      'threshold', NULL, 'transactionId', NULL)
    FROM spendings AS s ORDER BY s.place),
  audited AS (
    INSERT INTO audit_log
      (id, at, actor_type, actor_id, owner_id, on_behalf_of, action, target_type, target_id, app_id, ip, user_agent,
       request_id, outcome, code, changes, retention)
    SELECT l.id, l.at, l.actor_type, l.actor_id, l.owner_id, l.on_behalf_of, l.action, l.target_type, l.target_id, l.app_id,
      l.ip, l.user_agent, l.request_id, l.outcome, l.code, l.changes, l.retention
    FROM spendings AS s CROSS JOIN LATERAL json_populate_record(NULL::audit_log, s.audit) AS l
    WHERE s.audit IS NOT NULL
    RETURNING id),
  pending AS (INSERT INTO audit_pending SELECT a.id FROM audited AS a),
  -- A key that another transaction has taken meanwhile fails all of them.
  kept AS (
    INSERT INTO idempotency_keys
      (scope, principal, operation, key, request_hash, created_at, expires_at, response)
    SELECT s.owner_id, s.key_principal, s.key_operation, s.key, s.request_hash, s.at, s.key_expires_at,
      format('{"entryId":"%s","balance":%s}', s.entry_id, s.left_over)::json
    FROM spendings AS s WHERE s.key IS NOT NULL)
  SELECT s.place, s.left_over FROM spendings AS s;
  IF EXISTS (
    SELECT 1 FROM json_to_recordset(memberships) AS m ("accountId" text, "userId" text, version integer)
    WHERE NOT account_access.keep_membership(m."accountId", m."userId", m.version))
  THEN
    RAISE EXCEPTION 'a membership has ended';
  END IF;
END
$$;
