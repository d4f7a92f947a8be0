import { sha256 } from "../../../../src/crypto/crypto.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import type { HubContext } from "../../hub.context.ts";
import { BankProviderFault } from "../bank.port.ts";
import type { ReceiveBankEventInput } from "../banking-inputs.types.ts";
import { webhookQueue } from "../banking-queues.ts";
import type { ReceivedBankEvent } from "../banking.types.ts";
import { readBankEvent } from "./webhook-body.ts";
import { applyBankEvent } from "./webhook-effects.service.ts";
import {
  countUnverified,
  deleteWebhook,
  findUnchecked,
  keepUnchecked,
  keepVerified,
  purgeWebhooksBefore,
} from "./webhook.rows.ts";
import { verifyWebhook, type Verdict } from "./webhook-verification.ts";

const keepMs = 30 * 24 * 60 * 60 * 1000;

/** A webhook as it came, and when. */
interface Delivery {
  body: string;
  signature: string | null;
  receivedAt: Date;
}

/**
 * Receives a webhook that claims to be of the bank provider. Any JSON object gets the same response; only what the
 * provider has signed has an effect, and only once. While its key is unavailable, the webhook is kept and checked
 * later, by the time of its receipt. Throws 400 for anything but a JSON object.
 */
export async function receiveBankEvent(
  ctx: HubContext,
  { body, signature = null }: ReceiveBankEventInput,
): Promise<ReceivedBankEvent> {
  readBankEvent(body);
  const delivery = { body, signature, receivedAt: ctx.clock.now() };
  try {
    await settle(ctx, delivery, await verify(ctx, delivery));
  } catch (thrown) {
    if (!(thrown instanceof BankProviderFault) || signature === null) throw thrown;
    await keepForLater(ctx, { body, signature, receivedAt: delivery.receivedAt });
  }
  return { received: true };
}

/** Checks a stored webhook. Throws BankProviderFault while its key is still unavailable. */
export async function checkKeptWebhook(ctx: HubContext, webhookId: string): Promise<void> {
  const kept = await asSystem(ctx.em, (em) => findUnchecked(em, webhookId));
  if (!kept) return;
  const { keyRing } = ctx.ports;
  const delivery = {
    body: keyRing.open(kept.bodySealed, webhookPlace(webhookId, "body")),
    signature: keyRing.open(kept.signatureSealed, webhookPlace(webhookId, "signature")),
    receivedAt: kept.receivedAt,
  };
  await settle(ctx, delivery, await verify(ctx, delivery), webhookId);
}

/** Deletes webhooks older than 30 days. */
export function purgeBankWebhooks(ctx: HubContext): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - keepMs);
  return asSystem(ctx.em, (em) => purgeWebhooksBefore(em, before));
}

function verify(ctx: HubContext, { body, signature, receivedAt }: Delivery): Promise<Verdict> {
  return verifyWebhook({ body, signature }, { bank: ctx.ports.bank, now: receivedAt });
}

/** One transaction: the webhook is kept, and has its effect if it is the first of its kind. */
async function settle(
  ctx: HubContext,
  { body, receivedAt }: Delivery,
  verdict: Verdict,
  keptId?: string,
): Promise<void> {
  const bodySha256 = sha256(body).toString("hex");
  const bankEvent = readBankEvent(body);
  const status = await asSystem(ctx.em, async (em) => {
    if (keptId !== undefined) await deleteWebhook(em, keptId);
    if (!verdict.isVerified) {
      await countUnverified(em, { bodySha256, receivedAt, reason: verdict.reason });
      return "unverified";
    }
    const { keyId, issuedAt } = verdict;
    const outcome = await applyBankEvent(ctx, em, bankEvent, issuedAt, (kept) =>
      keepVerified(em, { ...bankEvent, bodySha256, receivedAt, keyId, issuedAt, status: kept }),
    );
    await ctx.beforeCommit?.(em, { received: true });
    return outcome;
  });
  ctx.log.info({ status, code: verdict.isVerified ? bankEvent.code : null }, "Bank webhook");
}

async function keepForLater(ctx: HubContext, delivery: Delivery & { signature: string }): Promise<void> {
  const { body, signature, receivedAt } = delivery;
  const { keyRing } = ctx.ports;
  const id = newId("bwh");
  await asSystem(ctx.em, async (em) => {
    await keepUnchecked(em, {
      id,
      receivedAt,
      bodySha256: sha256(body).toString("hex"),
      bodySealed: keyRing.seal(body, webhookPlace(id, "body")),
      signatureSealed: keyRing.seal(signature, webhookPlace(id, "signature")),
    });
    await enqueue(em, webhookQueue, { webhookId: id }, { singletonKey: id });
  });
}

export function webhookPlace(id: string, column: "body" | "signature"): string {
  return `bank_webhooks.${column}.${id}`;
}
