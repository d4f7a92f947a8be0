import { sha256 } from "../../../src/crypto/crypto.ts";
import { onceOutside } from "../../../src/db/outside-effect.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { validationError, type FieldFault } from "../../../src/errors.ts";
import { newId, newToken } from "../../../src/ids.ts";
import type { HubContext } from "../hub.context.ts";
import { redirectUrl } from "../payments/redirect-urls.ts";
import { returnSiteOf } from "../payments/return-site.service.ts";
import { requireApp, requireProvider } from "./connection-access.service.ts";
import { sealFlowSecrets } from "./flow-secrets.ts";
import type { StartOauthConnectionInput } from "./oauth-inputs.types.ts";
import { publicFault } from "./oauth.errors.ts";
import type { OauthProvider } from "./oauth.port.ts";
import type { StartedOauthConnection } from "./oauth.types.ts";

/** How long a person has for saying yes. */
const flowMs = 10 * 60 * 1000;
const stateBytes = 32;

/**
 * Begins an authorization: a state of 256 bits that is good once and for 10 minutes, bound to the account, the app, the
 * provider and both addresses, and kept as a hash alone. Throws PROVIDER_NOT_FOUND, 400 for scopes that are not allowed or
 * an app that is not registered, 400 INVALID_URL, and 502 UPSTREAM_FAILED.
 */
export async function startConnection(
  ctx: HubContext,
  input: StartOauthConnectionInput,
): Promise<StartedOauthConnection> {
  const provider = requireProvider(ctx, input.provider);
  const app = await requireApp(ctx, input.appId);
  const scopes = chooseScopes(provider, input.scopes ?? []);
  const given = { field: "returnUrl", given: input.returnUrl, path: "/" };
  const returnUrl = redirectUrl(returnSiteOf(ctx, app), given);
  const redirectUri = `${ctx.publicUrl}/integrations/oauth/${provider.name}/callback`;
  const { keyRing } = ctx.ports;
  const revealedOnce = { fields: ["authUrl", "state"], keepForMs: flowMs, keyRing };
  return onceOutside(
    ctx,
    { operation: "startOauthConnection", input, revealedOnce },
    {
      // No external effect: the server's URLs are read, and secrets are generated but never stored in clear text.
      record: async () => ({}),
      act: async () => {
        const state = newToken(stateBytes);
        const nonce = scopes.includes("openid") ? newToken(stateBytes) : null;
        const secrets = { codeVerifier: newToken(stateBytes), nonce };
        try {
          const authUrl = await provider.authorizationUrl({ redirectUri, scopes, state, ...secrets });
          return { state, secrets, authUrl };
        } catch (thrown) {
          throw publicFault(thrown);
        }
      },
      settle: async (em, _intent, { state, secrets, authUrl }) => {
        const id = newId("ofl");
        const now = ctx.clock.now();
        const expiresAt = new Date(now.getTime() + flowMs);
        await executeSql(
          em,
          `INSERT INTO oauth_flows (id, owner_id, app_id, provider, state_hash, redirect_uri, return_url, scopes,
             secrets_sealed, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
          [
            id,
            ctx.principal.ownerId,
            app.appId,
            provider.name,
            sha256(state).toString("hex"),
            redirectUri,
            returnUrl,
            scopes,
            sealFlowSecrets(keyRing, id, secrets),
            now,
            expiresAt,
          ],
        );
        return { provider: provider.name, authUrl, state, expiresAt };
      },
    },
  );
}

function chooseScopes({ allowedScopes, defaultScopes }: OauthProvider, asked: readonly string[]): string[] {
  const faults: FieldFault[] = asked.flatMap((scope, index) =>
    allowedScopes.includes(scope)
      ? []
      : [{ path: `scopes.${index}`, message: "is not an allowed scope of this service", rule: "allowed" }],
  );
  if (faults.length > 0) throw validationError(faults);
  return [...new Set(asked.length > 0 ? asked : defaultScopes)];
}
