import type { EntityManager } from "@mikro-orm/postgresql";
import { writeOwnEntry } from "../../../src/access/audit-entry.ts";
import { wakeAuditRelay } from "../../../src/access/audit-relay.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import type { ErrorCode } from "../../../src/errors.ts";
import { newId } from "../../../src/ids.ts";
import type { HubContext } from "../hub.context.ts";
import { requireProvider } from "./connection-access.service.ts";
import { pauseAfter } from "./connection-state.ts";
import { healthyColumns, openToken, tokenColumns } from "./connection-tokens.ts";
import { lockConnection, updateConnection, type ConnectionRow } from "./connection.rows.ts";
import { OauthProviderFault, type OauthFaultKind, type OauthGrant } from "./oauth.port.ts";
import { freeRefresh, type RefreshClaim } from "./refresh-lease.service.ts";

/** Tolerated `invalid_grant` responses; one more ends a connection. The provider's replicas may lag behind. */
const invalidGrantsAllowed = 1;

/**
 * Refreshes a connection's tokens, once, and records the outcome. The refresh token is the idempotency key: the next
 * claim after a dead process uses the same one. A failure of the provider never costs the grant; only a second
 * `invalid_grant`, for an unchanged refresh token, means that it has ended.
 */
export async function refreshClaimed(ctx: HubContext, claim: RefreshClaim): Promise<void> {
  let grant: OauthGrant;
  try {
    const provider = requireProvider(ctx, claim.row.provider);
    grant = await provider.refresh(openToken(ctx.ports.keyRing, claim.row, "refresh_token")!);
  } catch (thrown) {
    if (thrown instanceof OauthProviderFault) return settleFailure(ctx, claim, thrown.kind);
    await freeRefresh(ctx, claim);
    throw thrown;
  }
  if (await settleGrant(ctx, claim, grant)) return;
  // The connection has ended, and these tokens are stored nowhere.
  const provider = requireProvider(ctx, claim.row.provider);
  await provider.revoke(grant.refreshToken ?? grant.accessToken, "refresh_token").catch(() => false);
}

/** Stores new tokens; false when the connection has ended. */
async function settleGrant(ctx: HubContext, claim: RefreshClaim, grant: OauthGrant): Promise<boolean> {
  return asSystem(ctx.em, async (em) => {
    const row = await lockConnection(em, claim.row.id);
    if (!row || row.status === "ended") return false;
    const isLeased = row.refreshLease === claim.lease;
    // A delayed request that was overtaken by another has the older tokens.
    if (!isLeased && row.tokenVersion !== claim.row.tokenVersion) return true;
    const { refresh_lease, refresh_leased_until, ...healthy } = healthyColumns;
    const now = ctx.clock.now();
    await updateConnection(em, row.id, {
      ...healthy,
      ...(isLeased ? { refresh_lease, refresh_leased_until } : {}),
      ...tokenColumns(ctx.ports.keyRing, grant, { id: row.id, kept: claim.row.refreshTokenSealed, now }),
      ...(grant.scopes === null ? {} : { scopes: grant.scopes }),
      token_version: row.tokenVersion + 1,
      last_refreshed_at: now,
      updated_at: now,
    });
    return true;
  });
}

async function settleFailure(ctx: HubContext, claim: RefreshClaim, kind: OauthFaultKind): Promise<void> {
  await asSystem(ctx.em, async (em) => {
    const row = await lockConnection(em, claim.row.id);
    if (row?.status !== "connected" || row.refreshLease !== claim.lease) return;
    const free = { refresh_lease: null, refresh_leased_until: null };
    // A newer refresh token is stored, so this failure may be due to the older one.
    if (row.tokenVersion !== claim.row.tokenVersion) return updateConnection(em, row.id, free);
    const trouble = kind === "invalid_grant" ? afterInvalidGrant(row) : afterFailure(row, kind);
    const failures = row.refreshFailures + 1;
    const now = ctx.clock.now();
    await updateConnection(em, row.id, {
      ...free,
      ...trouble,
      refresh_failures: failures,
      refresh_retry_at: new Date(now.getTime() + pauseAfter(failures)),
      updated_at: now,
    });
    if (trouble.error_code !== row.errorCode || trouble.status === "revoked")
      await auditFailure(
        ctx,
        em,
        row,
        trouble.status === "revoked" ? "CONNECTION_NEEDS_REAUTH" : "UPSTREAM_FAILED",
      );
  });
  wakeAuditRelay(ctx.em);
}

interface Trouble {
  status: ConnectionRow["status"];
  error_code: string;
  [column: string]: unknown;
}

function afterInvalidGrant({ invalidGrants }: ConnectionRow): Trouble {
  const isOver = invalidGrants >= invalidGrantsAllowed;
  const erased = {
    access_token_sealed: null,
    refresh_token_sealed: null,
    account_subject_sealed: null,
    access_expires_at: null,
    renew_at: null,
  };
  return {
    status: isOver ? "revoked" : "connected",
    error_code: "invalid_grant",
    invalid_grants: invalidGrants + 1,
    ...(isOver ? erased : {}),
  };
}

function afterFailure({ status }: ConnectionRow, kind: OauthFaultKind): Trouble {
  return { status, error_code: kind === "unavailable" ? "provider_unavailable" : "provider_refused" };
}

/** One row for each kind of trouble, not for each try. */
async function auditFailure(
  ctx: HubContext,
  em: EntityManager,
  { id, appId, provider }: ConnectionRow,
  code: ErrorCode,
): Promise<void> {
  await writeOwnEntry(em, ctx, {
    id: newId("aud"),
    action: "refreshOauthConnection",
    appId,
    targetType: "OauthConnection",
    targetId: id,
    outcome: "error",
    code,
    changes: { provider },
  });
}
