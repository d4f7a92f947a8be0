import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import type { HubContext } from "../hub.context.ts";
import { noteFound, presentDomain, selectDomains } from "./account-domain.rows.ts";
import type { AccountDomain } from "./account-domain.types.ts";
import { dnsUnavailable, domainTaken, recordMissing } from "./account-domains.errors.ts";
import { changeDomain, requireDomain } from "./account-domains.service.ts";
import { recheckMs } from "./check-domains.service.ts";
import { recordOf } from "./domain-name.ts";
import { findRecord, type RecordState } from "./domain-record.ts";

/**
 * Verifies a domain by its DNS record, also again. Throws NOT_FOUND, INVALID_STATE while the record is missing or another
 * organization has verified the domain, and SERVICE_UNAVAILABLE while the name servers do not answer; a verified domain stays
 * verified then. Idempotent by the call's key.
 */
export async function verifyDomain(ctx: HubContext, domainId: string): Promise<AccountDomain> {
  // Before the transaction, so that no slow name server holds it open.
  const state = await lookUp(ctx, domainId);
  const call = { operation: "verifyDomain", input: { domainId } };
  return changeDomain(ctx, call, domainId, async (em, row) => {
    const { id, domain, challenge } = row;
    if (state === null || state === "unknown") throw dnsUnavailable();
    if (state === "missing") throw recordMissing(recordOf(domain, challenge));
    await refuseTaken(em, domain, id);
    const now = ctx.clock.now();
    await noteFound(em, { id, now, nextCheck: new Date(now.getTime() + recheckMs) });
    return presentDomain(await requireDomain(em, ctx, id));
  });
}

/** Null for a domain that the organization does not have. Not in a transaction of the call, which would write its audit row. */
async function lookUp(ctx: HubContext, domainId: string): Promise<RecordState | null> {
  const read = (em: EntityManager) =>
    selectDomains(em, "owner_id = $1 AND id = $2", [ctx.principal.ownerId, domainId]);
  const [row] = await asSystem(ctx.em, read, { readOnly: true });
  return row ? findRecord(ctx, row) : null;
}

/** Serialized per domain, so that of two organizations that verify it at once the later one is refused. */
async function refuseTaken(em: EntityManager, domain: string, ownDomainId: string): Promise<void> {
  await executeSql(em, "SELECT pg_advisory_xact_lock(hashtextextended('account domain ' || $1, 0))", [
    domain,
  ]);
  const where = "domain = $1 AND verified_at IS NOT NULL AND id <> $2";
  const others = await asSystem(em, (own) => selectDomains(own, where, [domain, ownDomainId]));
  if (others.length > 0) throw domainTaken();
}
