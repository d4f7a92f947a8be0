import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql, textArray } from "../../../src/db/sql.ts";
import { accountOf, linkToAccount, type AccountChainEnd, type AccountLink } from "./account-chain.ts";
import type { TrailLink } from "./audit-chain.ts";

/** Columns of a trail entry as its hash has them. */
export const trailColumns = `retention, day::text AS day, sequence, id, subgraph,
    to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, actor_type AS "actorType",
    actor_id AS "actorId", on_behalf_of AS "onBehalfOf", action, target_type AS "targetType", target_id AS "targetId",
    app_id AS "appId", ip, user_agent AS "userAgent", request_id AS "requestId", outcome, code, changes::text AS changes,
    previous_day::text AS "previousDay", previous_hash AS "previousHash", hash`;

/** True for entries of the account in `$1`. */
export const isOfAccount = `coalesce(on_behalf_of, actor_id) = $1 AND (on_behalf_of IS NOT NULL OR actor_type = 'user')`;

/**
 * Appends entries to the chains of their accounts, which end with `accountEnds`. The writer of the platform's chain is
 * the only one.
 */
export async function linkToAccounts(
  em: EntityManager,
  entries: readonly TrailLink[],
  accountEnds: ReadonlyMap<string, AccountChainEnd>,
): Promise<void> {
  const ends = new Map(accountEnds);
  const links: AccountLink[] = [];
  for (const entry of entries) {
    const accountId = accountOf(entry);
    if (accountId === null) continue;
    const link = linkToAccount(entry, accountId, ends.get(accountId) ?? null);
    ends.set(accountId, link);
    links.push(link);
  }
  if (links.length > 0) await executeSql(em, insertSql, [JSON.stringify(links)]);
}

/** The ends of these accounts' chains. */
export async function readEnds(
  em: EntityManager,
  accountIds: readonly string[],
): Promise<Map<string, AccountChainEnd>> {
  const sql = `SELECT account_id AS "accountId", day::text AS day, sequence, hash FROM audit_account_heads
    WHERE account_id = ANY ($1)`;
  const rows = await executeSql<AccountChainEnd & { accountId: string }>(em, sql, [textArray(accountIds)]);
  return new Map(rows.map(({ accountId, ...end }) => [accountId, end]));
}

/** Links of an account behind a sequence, in order. */
export function readLinks(
  em: EntityManager,
  {
    accountId,
    after,
    before,
    limit,
  }: { accountId: string; after: number; before: Date | null; limit: number },
): Promise<AccountLink[]> {
  const sql = `SELECT ${linkColumns} FROM audit_account_links l
    WHERE l.account_id = $1 AND l.sequence > $2 AND ($3::timestamptz IS NULL OR l.at < $3) ORDER BY l.sequence LIMIT $4`;
  return executeSql<AccountLink>(em, sql, [accountId, after, before, limit]);
}

const linkColumns = `account_id AS "accountId", sequence, entry_id AS "entryId", retention, day::text AS day,
  to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, entry_hash AS "entryHash",
  previous_day::text AS "previousDay", previous_hash AS "previousHash", hash`;

const insertSql = `WITH added AS (
    INSERT INTO audit_account_links (account_id, sequence, entry_id, retention, day, at, entry_hash, previous_day,
      previous_hash, hash)
    SELECT "accountId", sequence, "entryId", retention, day, at, "entryHash", "previousDay", "previousHash", hash
    FROM jsonb_to_recordset($1::jsonb) AS link("accountId" text, sequence int, "entryId" text, retention text, day date,
      at timestamptz, "entryHash" text, "previousDay" date, "previousHash" text, hash text)
    RETURNING account_id, day, sequence, hash)
  INSERT INTO audit_account_heads (account_id, day, sequence, hash)
  SELECT DISTINCT ON (account_id) account_id, day, sequence, hash FROM added ORDER BY account_id, sequence DESC
  ON CONFLICT (account_id) DO UPDATE SET day = EXCLUDED.day, sequence = EXCLUDED.sequence, hash = EXCLUDED.hash`;
