import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../src/db/idempotency.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { inTransaction } from "../../../src/db/transaction.ts";
import { newId, newToken } from "../../../src/ids.ts";
import { tooMany } from "../accounts/accounts.errors.ts";
import { lockOrganization } from "../accounts/member.rows.ts";
import type { HubContext } from "../hub.context.ts";
import {
  deleteDomain,
  insertDomain,
  presentDomain,
  selectDomains,
  setAutoJoin,
  type DomainRow,
} from "./account-domain.rows.ts";
import type {
  AccountDomain,
  AccountDomainList,
  AddDomainInput,
  RemovedDomain,
  UpdateDomainInput,
} from "./account-domain.types.ts";
import {
  alreadyAdded,
  domainNotFound,
  maxDomains,
  notADomain,
  notVerified,
  publicMailDomain,
} from "./account-domains.errors.ts";
import { readDomain } from "./domain-name.ts";
import { isPublicMailDomain } from "./public-mail-domains.ts";

/** The domains of the organization that the call acts for. */
export async function listDomains(ctx: HubContext): Promise<AccountDomainList> {
  const read = (em: EntityManager) =>
    selectDomains(em, "owner_id = $1 ORDER BY created_at, id", [ctx.principal.ownerId]);
  const domains = (await inTransaction(ctx, read, { readOnly: true })).map(presentDomain);
  return { domains, total: domains.length };
}

/**
 * Adds a domain with a record to publish; it has no effect before it is verified. Throws VALIDATION_ERROR for what is no
 * domain, and INVALID_STATE for a personal account, a public mail domain, a domain that the organization has, and above 100.
 * Idempotent by the call's key.
 */
export async function addDomain(ctx: HubContext, input: AddDomainInput): Promise<AccountDomain> {
  const domain = readDomain(input.domain);
  if (domain === null) throw notADomain();
  const ownerId = ctx.principal.ownerId ?? "";
  return exactlyOnce(ctx, { operation: "addDomain", input }, async (em) => {
    await lockOrganization(em, ownerId);
    if (isPublicMailDomain(domain)) throw publicMailDomain();
    const all = await selectDomains(em, "owner_id = $1", [ownerId]);
    if (all.some((one) => one.domain === domain)) throw alreadyAdded();
    if (all.length >= maxDomains) throw tooMany("domains", maxDomains);
    const [id, now] = [newId("dom"), ctx.clock.now()];
    const addedBy = ctx.principal.membership?.userId ?? ctx.principal.id;
    await insertDomain(em, { id, ownerId, domain, challenge: newToken(32), addedBy, now });
    return presentDomain(await requireDomain(em, ctx, id));
  });
}

/**
 * Switches joining by an address of the domain on, with a role, or off. Throws NOT_FOUND, and INVALID_STATE for a domain that
 * is not verified. Idempotent by the call's key.
 */
export function updateDomain(ctx: HubContext, input: UpdateDomainInput): Promise<AccountDomain> {
  const { domainId, autoJoin, role } = input;
  return changeDomain(ctx, { operation: "updateDomain", input }, domainId, async (em, row) => {
    if (autoJoin && row.verifiedAt === null) throw notVerified();
    const next = autoJoin ? (role ?? row.autoJoinRole ?? "member") : null;
    await setAutoJoin(em, { id: row.id, role: next, now: ctx.clock.now() });
    return presentDomain(await requireDomain(em, ctx, domainId));
  });
}

/** Removes a domain: nobody joins by it any more. Members stay. Throws NOT_FOUND. */
export function removeDomain(ctx: HubContext, domainId: string): Promise<RemovedDomain> {
  const call = { operation: "removeDomain", input: { domainId } };
  return changeDomain(ctx, call, domainId, async (em, { id, domain }) => {
    await deleteDomain(em, id);
    return { id, domain, status: "removed" };
  });
}

/** The domain of the organization that the call acts for, locked. Throws NOT_FOUND. */
export async function requireDomain(
  em: EntityManager,
  { principal }: HubContext,
  domainId: string,
): Promise<DomainRow> {
  const where = "owner_id = $1 AND id = $2 FOR UPDATE";
  const [row] = await selectDomains(em, where, [principal.ownerId, domainId]);
  if (!row) throw domainNotFound();
  return row;
}

/** Changes a domain while the organization is locked, so never while somebody joins by it. */
export function changeDomain<T>(
  ctx: HubContext,
  call: { operation: string; input: object },
  domainId: string,
  change: (em: EntityManager, row: DomainRow) => Promise<T>,
): Promise<T> {
  return exactlyOnce(ctx, call, async (em) => {
    // A personal account has no domains; none is found below.
    const sql = "SELECT 1 FROM accounts WHERE id = $1 FOR NO KEY UPDATE";
    await executeSql(em, sql, [ctx.principal.ownerId]);
    return change(em, await requireDomain(em, ctx, domainId));
  });
}
