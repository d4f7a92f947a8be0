import type { Principal } from "../../../src/access/principal.ts";
import { accountNotFound, accountSuspended, type Membership } from "../../../src/access/roles.ts";
import { readAsSystem } from "../../../src/db/read-rows.ts";
import { actFor } from "../accounts/acting.service.ts";
import type { HubContext } from "../hub.context.ts";
import {
  findUser,
  isPast,
  keyCaller,
  serviceCaller,
  unauthorized,
  userCaller,
  type KeyRow,
  type Known,
  type ServiceRow,
} from "../identity/principal.service.ts";
import type { CallerMembership } from "../identity/identity.types.ts";
import type { ApprovalRow } from "./approval.rows.ts";

/**
 * The requester as they are now: with the rights that both the membership and the credential of the call have. Throws
 * UNAUTHORIZED for a closed account and a key that is no longer good, and ACCOUNT_NOT_FOUND for a former member.
 */
export async function requesterPrincipal(ctx: HubContext, row: ApprovalRow): Promise<Principal> {
  const caller = await actFor(ctx, { ...(await storedCaller(ctx, row)), isAppKnown: true }, row.ownerId);
  if (!caller.isAccountKnown || caller.ownerId !== row.ownerId) throw accountNotFound();
  if (caller.isAccountSuspended) throw accountSuspended();
  if (caller.closed || !caller.hasKeyAccess) throw unauthorized();
  const { allScopes, allApps, scopes, appIds, membership, plan, invoicerTier, ...rest } = caller;
  const {
    isIpAllowed: _ip,
    isAppKnown: _app,
    isAccountKnown: _known,
    isAccountSuspended: _suspended,
    hasKeyAccess: _access,
    ...facts
  } = rest;
  return {
    ...facts,
    plan: plan as Principal["plan"],
    invoicerTier: invoicerTier as Principal["invoicerTier"],
    scopes: allScopes ? "all" : scopes,
    appIds: allApps ? "all" : appIds,
    ...(membership && { membership: membershipOf(membership) }),
  };
}

function membershipOf({ approves, approvesAll, ...facts }: CallerMembership): Membership {
  return { ...facts, approves: approvesAll ? "all" : approves };
}

async function storedCaller(ctx: HubContext, row: ApprovalRow): Promise<Known> {
  const { requesterKind, requesterId: id, requesterPerson, requesterScopes, requesterApps } = row;
  const now = ctx.clock.now();
  if (requesterKind === "user") {
    const user = await findUser(ctx, id);
    if (!user || user.suspended || user.deleted) throw unauthorized();
    const claims = { sub: id, email: null, roles: [], scope: requesterScopes, apps: requesterApps };
    return userCaller(user, claims, now);
  }
  if (requesterKind === "apiKey") {
    const sql = `SELECT c.*, account_tiers(c.owner_id) AS tiers
      FROM api_keys k, LATERAL find_key_caller(k.key_hash) c WHERE k.id = $1`;
    const [key] = await readAsSystem<KeyRow>(ctx.em, { sql, parameters: [id] });
    if (!key) throw unauthorized();
    return keyCaller(key, null, now);
  }
  const sql = "SELECT id, name, status, scopes, expires_at, last_used_at FROM service_accounts WHERE id = $1";
  const [service] = await readAsSystem<ServiceRow>(ctx.em, { sql, parameters: [id] });
  const user = requesterPerson === null ? undefined : await findUser(ctx, requesterPerson);
  if (!service || service.status !== "active" || isPast(service.expires_at, now)) throw unauthorized();
  if (!user || user.suspended || user.deleted) throw unauthorized();
  return serviceCaller(service, user, now);
}
