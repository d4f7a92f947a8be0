import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { ownerOf } from "../credits/credits.service.ts";
import type { HubContext } from "../hub.context.ts";
import type { AccountAuditCheck, AccountAuditCheckArgs, AccountAuditFault } from "./account-audit.types.ts";
import { findAccountFault, type AccountChainEnd, type AccountLink } from "./account-chain.ts";
import { isOfAccount, readEnds, readLinks, trailColumns } from "./account-chain.rows.ts";
import { hashLink, type TrailLink } from "./audit-chain.ts";

const pageSize = 1_000;
const maxChecked = 20_000;
/** Entries from before the chain that are verified at most. */
const maxUnlinked = 20_000;

type Range = { from: Date | null; to: Date | null };

/**
 * Recomputes the chain of the account that the call acts for: every link between `from` and `to`, every entry that it
 * binds, and that no entry of the account is outside of it. Nothing of other accounts is read.
 */
export async function checkAccountChain(
  ctx: HubContext,
  args: AccountAuditCheckArgs,
): Promise<AccountAuditCheck> {
  await ctx.ports.flushAudit?.();
  const accountId = ownerOf(ctx);
  const range = { from: args.from ?? null, to: args.to ?? null };
  return asSystem(
    ctx.em,
    async (em) => {
      const end = (await readEnds(em, [accountId])).get(accountId) ?? null;
      const links = await checkLinks(em, { accountId, range, end });
      const loose = await checkLoose(em, accountId, range);
      const firstBroken = links.firstBroken ?? loose.firstBroken;
      const hasKnownEnd = await findKnownEnd(em, accountId, args);
      return {
        valid: firstBroken === null && hasKnownEnd !== false,
        checked: links.checked,
        isComplete: links.isComplete,
        unlinked: loose.count,
        firstBroken,
        end: end && { sequence: end.sequence, hash: end.hash },
        hasKnownEnd,
      };
    },
    // One snapshot: entries that are chained during the check are no gap.
    { isolationLevel: "repeatable read", readOnly: true },
  );
}

async function checkLinks(
  em: EntityManager,
  { accountId, range, end }: { accountId: string; range: Range; end: AccountChainEnd | null },
) {
  const [kept] = await executeSql<{ links: string; standard: string }>(
    em,
    `SELECT audit_kept_from('tax')::text AS links, audit_kept_from('standard')::text AS standard`,
  );
  let previous = await findLinkBefore(em, accountId, range.from);
  let [checked, after] = [0, previous?.sequence ?? 0];
  for (;;) {
    const links = await readLinks(em, { accountId, after, before: range.to, limit: pageSize });
    const entries = await readEntries(em, links);
    for (const link of links) {
      checked += 1;
      const keptFrom = link.retention === "tax" ? kept!.links : kept!.standard;
      const reason =
        findAccountFault(link, previous, kept!.links) ??
        entryFault(link, entries.get(link.entryId), keptFrom);
      const { entryId: id, sequence } = link;
      if (reason) return { checked, isComplete: true, firstBroken: { id, sequence, reason } };
      previous = link;
      after = sequence;
    }
    if (links.length < pageSize) break;
    if (checked >= maxChecked) return { checked, isComplete: false, firstBroken: null };
  }
  const isCut = range.to === null && end !== null && previous?.hash !== end.hash && end.day >= kept!.links;
  const firstBroken: AccountAuditFault | null = isCut
    ? { id: null, sequence: end.sequence, reason: "end_missing" }
    : null;
  return { checked, isComplete: true, firstBroken };
}

function entryFault(link: AccountLink, entry: TrailLink | undefined, keptFrom: string) {
  if (entry === undefined) return link.day < keptFrom ? null : "removed";
  return hashLink(entry) === entry.hash && entry.hash === link.entryHash ? null : "changed";
}

/** The link in front of the first one in the range: links are in the order in which entries arrived. */
async function findLinkBefore(
  em: EntityManager,
  accountId: string,
  from: Date | null,
): Promise<AccountLink | null> {
  if (from === null) return null;
  const sql = `SELECT min(sequence) AS first FROM audit_account_links WHERE account_id = $1 AND at >= $2`;
  const [row] = await executeSql<{ first: number | null }>(em, sql, [accountId, from]);
  if (!row || row.first === null || row.first === 1) return null;
  const [link] = await readLinks(em, { accountId, after: row.first - 2, before: null, limit: 1 });
  return link && link.sequence === row.first - 1 ? link : null;
}

async function readEntries(
  em: EntityManager,
  links: readonly AccountLink[],
): Promise<Map<string, TrailLink>> {
  const ids = links.map(({ entryId }) => entryId);
  const sql = `SELECT ${trailColumns} FROM audit_trail WHERE id = ANY ($1)`;
  const rows = await executeSql<TrailLink>(em, sql, [ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Entries without a link: from before the chain, or inserted. */
async function checkLoose(em: EntityManager, accountId: string, { from, to }: Range) {
  const sql = `SELECT ${trailColumns}, EXISTS (
      SELECT FROM audit_account_links f WHERE f.account_id = $1 AND f.day < audit_trail.day) AS "isLate"
    FROM audit_trail WHERE ${isOfAccount} AND ($2::timestamptz IS NULL OR at >= $2) AND ($3::timestamptz IS NULL OR at < $3)
      AND at >= (SELECT created_at FROM accounts WHERE accounts.id = $1)
      AND NOT EXISTS (SELECT FROM audit_account_links l WHERE l.entry_id = audit_trail.id)
    ORDER BY audit_trail.at LIMIT $4`;
  const rows = await executeSql<TrailLink & { isLate: boolean }>(em, sql, [accountId, from, to, maxUnlinked]);
  for (const row of rows) {
    const isChanged = hashLink(row) !== row.hash;
    const reason = row.isLate ? "inserted" : "changed";
    if (row.isLate || isChanged)
      return { count: rows.length, firstBroken: { id: row.id, sequence: null, reason } as AccountAuditFault };
  }
  return { count: rows.length, firstBroken: null };
}

async function findKnownEnd(
  em: EntityManager,
  accountId: string,
  { knownSequence, knownHash }: AccountAuditCheckArgs,
): Promise<boolean | null> {
  if (typeof knownSequence !== "number" || typeof knownHash !== "string") return null;
  const sql = "SELECT 1 FROM audit_account_links WHERE account_id = $1 AND sequence = $2 AND hash = $3";
  return (await executeSql(em, sql, [accountId, knownSequence, knownHash])).length === 1;
}
