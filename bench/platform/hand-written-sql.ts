/** A statement that is prepared under its name. */
export interface Statement {
  name: string;
  text: string;
}

const isActive = "u.suspended_at IS NULL AND u.deleted_at IS NULL";

/** One row when the principal's account is active: the balance, zeros when the app was never used. */
export const balance: Statement = {
  name: "balance",
  text: `SELECT coalesce(a.balance, 0)::float8 / 100 AS balance,
      coalesce(a.total_purchased, 0)::float8 / 100 AS "totalPurchased",
      coalesce(a.total_consumed, 0)::float8 / 100 AS "totalConsumed",
      a.last_purchase_at AS "lastPurchaseAt", a.last_consumed_at AS "lastConsumedAt",
      coalesce(a.held, 0)::float8 / 100 AS held, coalesce(a.balance - a.held, 0)::float8 / 100 AS available,
      (SELECT coalesce(json_agg(json_build_object('amount', amount, 'expiresAt', expires_at) ORDER BY expires_at), '[]')
       FROM (SELECT sum(remaining)::float8 / 100 AS amount, expires_at FROM hub.credit_lots l
             WHERE l.account_id = a.id AND remaining > 0 AND expires_at <= now() + interval '30 days'
             GROUP BY expires_at) AS soon) AS expiring
    FROM hub.users u
    LEFT JOIN hub.credit_accounts a ON a.owner_id = u.id AND a.app_id = $2 AND a.pool = 'standard'
    WHERE u.id = $1 AND ${isActive}`,
};

export const activeUser: Statement = {
  name: "active_user",
  text: `SELECT u.name, coalesce(e.tier, 'free') AS plan
    FROM hub.users u LEFT JOIN hub.entitlements e ON e.owner_id = u.id AND e.app_id = 'central'
    WHERE u.id = $1 AND ${isActive}`,
};

export const balances: Statement = {
  name: "balances",
  text: `SELECT app_id AS "appId", balance::float8 / 100 AS balance
    FROM hub.credit_accounts WHERE owner_id = $1 AND pool = 'standard' ORDER BY app_id`,
};

export const savedProperties: Statement = {
  name: "saved_properties",
  text: `SELECT s.property_id AS "propertyId"
    FROM property.saved_properties s JOIN property.properties p ON p.id = s.property_id
    WHERE s.owner_id = $1 AND p.deleted_at IS NULL
    ORDER BY s.saved_at DESC, s.app_id, s.property_id LIMIT $2`,
};

export const recentInvoices: Statement = {
  name: "recent_invoices",
  text: `SELECT CASE WHEN status = 'sent' AND due_date < current_date AND total_minor > amount_paid_minor
                THEN 'overdue' ELSE status END AS status,
      total_minor::float8 / 100 AS total, currency
    FROM gateway.invoices WHERE owner_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2`,
};

/** Without `overdue_at`, which the data of the benchmark does not have. */
export const invoicePage: Statement = {
  name: "invoice_page",
  text: `SELECT i.id, i.number, i.status, i.issue_date::text AS "issueDate", i.due_date::text AS "dueDate", i.currency,
      i.total_minor::float8 / 100 AS total,
      (i.total_minor - i.amount_paid_minor - i.amount_credited_minor - i.amount_written_off_minor)::float8 / 100
        AS "amountDue",
      json_build_object('name', i.client_name, 'email', i.client_email) AS client,
      (SELECT coalesce(json_agg(json_build_object('description', l.description, 'quantity', l.quantity::float8,
          'unitPrice', l.unit_price_minor::float8 / 100, 'total', l.net_minor::float8 / 100) ORDER BY l.position), '[]')
       FROM gateway.invoice_lines l WHERE l.invoice_id = i.id) AS lines
    FROM gateway.invoices i WHERE i.owner_id = $1 AND i.deleted_at IS NULL
    ORDER BY i.created_at DESC, i.id DESC LIMIT $2`,
};

export const invoiceCount: Statement = {
  name: "invoice_count",
  text: `SELECT count(*)::int AS total FROM gateway.invoices WHERE owner_id = $1 AND deleted_at IS NULL`,
};

export const debit: Statement = {
  name: "debit",
  text: `UPDATE hub.credit_accounts a
    SET balance = balance - $3, total_consumed = total_consumed + $3, last_consumed_at = now()
    WHERE owner_id = $1 AND app_id = $2 AND pool = 'standard' AND balance - held >= $3
      AND EXISTS (SELECT 1 FROM hub.users u WHERE u.id = $1 AND ${isActive})
    RETURNING id, balance::float8 AS balance`,
};

export const entry: Statement = {
  name: "entry",
  text: `INSERT INTO hub.credit_entries
      (id, account_id, owner_id, app_id, pool, type, amount, balance_after, description, created_at)
    VALUES ($1, $2, $3, $4, 'standard', 'consume', $5, $6, $7, now())`,
};

export const auditEntry: Statement = {
  name: "audit_entry",
  text: `INSERT INTO hub.audit_log
      (id, at, actor_type, actor_id, owner_id, action, app_id, request_id, outcome, changes)
    VALUES ($1, now(), 'user', $2, $2, 'consumeCredits', $3, $4, 'ok', $5)`,
};

/** Whose rows the transaction sees. */
export const setOwner: Statement = { name: "set_owner", text: "SELECT set_config('app.user', $1, true)" };
