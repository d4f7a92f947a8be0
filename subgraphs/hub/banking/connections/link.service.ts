import { onceOutside } from "../../../../src/db/outside-effect.ts";
import type { HubContext } from "../../hub.context.ts";
import type { CreateBankLinkTokenInput } from "../banking-inputs.types.ts";
import { isDisconnected, publicFault } from "../banking.errors.ts";
import type { BankLinkToken } from "../banking.types.ts";
import { lockOwnConnection, requireApp } from "./connection-access.service.ts";
import { recordFault } from "./connection-state.service.ts";
import { openToken } from "../transactions/sync.service.ts";

/** How long a retry of the same call is shown the same token; the provider's own last 4 hours. */
const revealForMs = 30 * 60 * 1000;

/**
 * Opens the provider's page for a new login, or with `connectionId` to repair one. Throws 400 for an app that is not
 * registered, CONNECTION_NOT_FOUND, 409 for a connection that has ended, and 502 UPSTREAM_FAILED.
 */
export async function createLinkToken(
  ctx: HubContext,
  input: CreateBankLinkTokenInput,
): Promise<BankLinkToken> {
  const app = await requireApp(ctx, input.appId);
  const { connectionId = null } = input;
  const { bank, keyRing } = ctx.ports;
  const revealedOnce = { fields: ["linkToken"], keepForMs: revealForMs, keyRing };
  return onceOutside(
    ctx,
    { operation: "createBankLinkToken", input, revealedOnce },
    {
      record: async (em) => {
        if (connectionId === null) return { connection: null };
        const row = await lockOwnConnection(ctx, em, connectionId);
        if (row.status === "disconnected") throw isDisconnected();
        const { id, itemId, accessTokenSealed } = row;
        return { connection: { id, itemId, accessTokenSealed } };
      },
      act: async ({ connection }) => {
        const accessToken = connection && openToken(ctx, connection);
        const webhookUrl = `${ctx.publicUrl}/integrations/bank/webhook`;
        const request = { userId: ctx.principal.ownerId ?? "", appName: app.name, webhookUrl, accessToken };
        try {
          return await bank.createLinkToken({ ...request, products: input.products });
        } catch (thrown) {
          // A broken login is expected here, since this token repairs it; one that no longer exists must be recorded.
          if (connection) await recordFault(ctx, connection, thrown);
          throw publicFault(thrown, "UPSTREAM_FAILED");
        }
      },
      settle: async (_em, _intent, { linkToken, expiresAt }) => ({
        linkToken,
        expiration: expiresAt,
        requestId: ctx.requestId,
      }),
    },
  );
}
