import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import type { MailMessage } from "../../../src/mail/mail.port.ts";
import type { HubContext } from "../hub.context.ts";
import { isWanted } from "../notifications/notifications.service.ts";

interface DisabledEndpoint {
  id: string;
  ownerId: string;
  url: string;
  reason: "gone" | "failing";
  disabledAt: string;
  email: string | null;
}

/**
 * Mails the owners of endpoints that were disabled after failures, once for each time; returns how many messages were
 * sent. A mail that the server rejects now is retried at the next call, for a day. Owners without a verified address,
 * and those who switched these mails off, get none.
 */
export async function notifyOwners(ctx: HubContext): Promise<number> {
  let accepted = 0;
  for (const endpoint of await findDisabledEndpoints(ctx)) {
    if (endpoint.email !== null && (await isWanted(ctx.em, endpoint.ownerId, "webhook_disabled"))) {
      const outcome = await ctx.ports.mail.send(compose(endpoint, endpoint.email)).catch((error: unknown) => {
        ctx.log.warn({ err: error }, "Sending a mail about a disabled webhook endpoint failed");
        return "later" as const;
      });
      if (outcome === "later") continue;
      if (outcome === "accepted") accepted++;
    }
    await asSystem(ctx.em, (em) =>
      executeSql(em, "UPDATE webhook_endpoints SET owner_told_at = $2 WHERE id = $1 AND disabled_at = $3", [
        endpoint.id,
        ctx.clock.now(),
        endpoint.disabledAt,
      ]),
    );
  }
  return accepted;
}

function findDisabledEndpoints(ctx: HubContext): Promise<DisabledEndpoint[]> {
  const dayAgo = new Date(ctx.clock.now().getTime() - 24 * 60 * 60 * 1000);
  return asSystem(ctx.em, (em) =>
    executeSql<DisabledEndpoint>(
      em,
      `SELECT e.id, e.owner_id AS "ownerId", e.url, e.disabled_reason AS reason, e.disabled_at AS "disabledAt",
         CASE WHEN u.email_verified AND u.deleted_at IS NULL THEN u.email END AS email
       FROM webhook_endpoints e LEFT JOIN account_holders u ON u.id = e.owner_id
       WHERE e.disabled_reason IN ('gone', 'failing') AND e.owner_told_at IS NULL AND e.disabled_at > $1
       ORDER BY e.disabled_at LIMIT 100`,
      [dayAgo],
    ),
  );
}

function compose({ id, url, reason, disabledAt }: DisabledEndpoint, to: string): MailMessage {
  const why =
    reason === "gone"
      ? "It returned status 410 (Gone), so it does not accept further events."
      : "All delivery attempts of the last five days failed.";
  return {
    // The same for each retry of one mail, so that mailboxes recognize duplicates.
    messageId: `<${id}.${new Date(disabledAt).getTime()}@hub-platform>`,
    to,
    subject: "A webhook endpoint was disabled",
    text: `Your webhook endpoint ${url} was disabled and receives no further events.\n${why}\n\nFix the endpoint. Then enable it, and recover the events that it missed:\nPATCH /webhooks/endpoints/${id} {"enabled": true}\nPOST /webhooks/endpoints/${id}/recover\n`,
  };
}
