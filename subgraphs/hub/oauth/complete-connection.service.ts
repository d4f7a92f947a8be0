import type { EntityManager } from "@mikro-orm/postgresql";
import { sha256 } from "../../../src/crypto/crypto.ts";
import { onceOutside } from "../../../src/db/outside-effect.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { validationError } from "../../../src/errors.ts";
import type { HubContext } from "../hub.context.ts";
import { requireProvider } from "./connection-access.service.ts";
import { openFlowSecrets } from "./flow-secrets.ts";
import type { CompleteOauthConnectionInput } from "./oauth-inputs.types.ts";
import { stateNotValid } from "./oauth.errors.ts";
import { OauthProviderFault, type OauthFaultKind, type OauthGrant } from "./oauth.port.ts";
import type { CompletedOauthConnection } from "./oauth.types.ts";
import { withOutcome } from "./return-url.ts";
import { storeGrant, type TakenFlow } from "./store-grant.service.ts";

/** Outcome and error code per fault. */
const outcomes: Record<OauthFaultKind, { status: "denied" | "error"; errorCode: string }> = {
  denied: { status: "denied", errorCode: "access_denied" },
  untrusted: { status: "error", errorCode: "untrusted_answer" },
  invalid_grant: { status: "error", errorCode: "invalid_grant" },
  refused: { status: "error", errorCode: "provider_refused" },
  unavailable: { status: "error", errorCode: "provider_unavailable" },
};

/**
 * Handles the return of a user from a provider: consumes the state, exchanges the code, and stores the connection for
 * the account that began. The code is sent once, whatever the outcome; if its response is lost, the user starts again.
 * Throws PROVIDER_NOT_FOUND, and 400 for a state that is unknown, used, too old, of another provider, or of another
 * user than the principal, if the request has one. Everything else is an outcome: `connected`, `denied` or `error`.
 */
export async function completeConnection(
  ctx: HubContext,
  input: CompleteOauthConnectionInput,
): Promise<CompletedOauthConnection> {
  const provider = requireProvider(ctx, input.provider);
  const { state, code = null, error = null, iss = null, realmId = null } = input;
  if (code === null && error === null)
    throw validationError([{ path: "code", message: "is required without an error", rule: "required" }]);
  return onceOutside<TakenFlow, OauthGrant | OauthFaultKind, CompletedOauthConnection>(
    ctx,
    { operation: "completeOauthConnection", input },
    {
      record: (em) => takeFlow(ctx, em, { provider: provider.name, state }),
      act: async ({ id, redirectUri, secretsSealed }) => {
        const secrets = openFlowSecrets(ctx.ports.keyRing, id, secretsSealed);
        const answer = { redirectUri, state, ...secrets, parameters: { code, error, iss } };
        try {
          return await provider.exchangeCode(answer);
        } catch (thrown) {
          if (thrown instanceof OauthProviderFault) return thrown.kind;
          throw thrown;
        }
      },
      settle: async (em, flow, grant) => {
        if (typeof grant === "string") return describe(flow, { ...outcomes[grant], connectionId: null });
        const connectionId = await asSystem(em, (own) =>
          storeGrant(ctx, own, flow, { ...grant, companyId: realmId }),
        );
        return describe(flow, { status: "connected", errorCode: null, connectionId });
      },
    },
  );
}

/** Consumes the state in the open transaction. A rejected state is not consumed: it belongs to another user. */
async function takeFlow(
  ctx: HubContext,
  em: EntityManager,
  { provider, state }: { provider: string; state: string },
): Promise<TakenFlow> {
  const now = ctx.clock.now();
  return asSystem(em, async (own) => {
    const [flow] = await executeSql<TakenFlow>(
      own,
      `SELECT f.id, f.owner_id AS "ownerId", f.app_id AS "appId", f.provider, f.redirect_uri AS "redirectUri",
         f.return_url AS "returnUrl", f.scopes, f.secrets_sealed AS "secretsSealed"
       FROM oauth_flows f JOIN account_holders u ON u.id = f.owner_id
       WHERE f.state_hash = $1 AND f.provider = $2 AND f.used_at IS NULL AND f.expires_at > $3
         AND u.suspended_at IS NULL AND u.deleted_at IS NULL AND u.erased_at IS NULL
       FOR UPDATE OF f`,
      [sha256(state).toString("hex"), provider, now],
    );
    const { kind, ownerId } = ctx.principal;
    const isSomebodyElse = kind !== "anonymous" && ownerId !== flow?.ownerId;
    if (!flow || isSomebodyElse) throw stateNotValid();
    const sql = "UPDATE oauth_flows SET used_at = $2, secrets_sealed = NULL WHERE id = $1";
    await executeSql(own, sql, [flow.id, now]);
    return flow;
  });
}

function describe(
  { provider, returnUrl }: TakenFlow,
  outcome: Pick<CompletedOauthConnection, "status" | "errorCode" | "connectionId">,
): CompletedOauthConnection {
  const { status, errorCode, connectionId } = outcome;
  const url = withOutcome(returnUrl, { status, provider, connectionId });
  return { provider, status, connectionId, errorCode, returnUrl: url };
}
