import type { EntityManager } from "@mikro-orm/postgresql";
import { emitEvent } from "../../../src/db/outbox.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { parseCarrier } from "../../../src/observability/trace-carrier.ts";
import { withSpan } from "../../../src/observability/tracing.ts";
import type { HubContext } from "../hub.context.ts";
import { claimRows, lockClaim, type Claim } from "./claim.rows.ts";
import { messageIdOf } from "./delivery.rows.ts";
import { disableEndpointRow, secretPlace, toEndpoint } from "./endpoint.rows.ts";
import { failingSince, isGivenUp, readRetryAfterMs, retryDelayMs, type Failures } from "./retry-schedule.ts";
import { signMessage } from "./signature.ts";
import type { WebhookAnswer } from "./webhook-sender.port.ts";

/** One try and what came of it. */
interface Attempt extends WebhookAnswer {
  at: Date;
  durationMs: number;
}

/**
 * Claims up to `limit` due deliveries, round-robin over the endpoints, at most 10 of each at a time over all processes.
 */
export function claimDue(ctx: HubContext, limit: number): Promise<Claim[]> {
  return asSystem(ctx.em, (em) => claimRows(em, limit, ctx.clock.now()));
}

/**
 * Sends a claimed delivery once and records the outcome: done, due again, or dead. When a process dies in between, the
 * claim expires and the delivery is sent again under the same id. When `signal` aborts the attempt, nothing is
 * recorded.
 */
export async function deliver(ctx: HubContext, claim: Claim, signal: AbortSignal): Promise<void> {
  const options = { kind: "producer", parent: parseCarrier(claim.trace) } as const;
  await withSpan("webhook delivery", options, () => sendOnce(ctx, claim, signal));
}

async function sendOnce(ctx: HubContext, claim: Claim, signal: AbortSignal): Promise<void> {
  const at = ctx.clock.now();
  const started = performance.now();
  const timestamp = Math.floor(at.getTime() / 1000);
  const id = messageIdOf(claim.id);
  const { url, body } = claim;
  const headers = {
    "content-type": "application/json",
    "user-agent": "hub-webhooks/2.0",
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signMessage({ id, timestamp, body }, openSecrets(ctx, claim, at)),
  };
  const answer = await ctx.ports.webhooks.send({ url, headers, body, signal }).catch((error: unknown) => {
    if (signal.aborted) return null;
    throw error;
  });
  if (answer)
    await record(ctx, claim, { ...answer, at, durationMs: Math.round(performance.now() - started) });
}

/** Delivers everything that is due at the context's time, and waits for it. Returns how many attempts were made. */
export async function deliverDue(ctx: HubContext, batchSize = 100): Promise<number> {
  let tries = 0;
  for (;;) {
    const claims = await claimDue(ctx, batchSize);
    if (claims.length === 0) return tries;
    tries += claims.length;
    await Promise.all(claims.map((claim) => deliver(ctx, claim, new AbortController().signal)));
  }
}

function openSecrets(ctx: HubContext, claim: Claim, now: Date): string[] {
  const { secretSealed, previousSecretSealed, previousSecretExpiresAt } = claim;
  const isOverlap = previousSecretExpiresAt !== null && new Date(previousSecretExpiresAt) > now;
  const sealed =
    isOverlap && previousSecretSealed !== null ? [secretSealed, previousSecretSealed] : [secretSealed];
  return sealed.map((envelope) => ctx.ports.keyRing.open(envelope, secretPlace(claim.endpointId)));
}

async function record(ctx: HubContext, claim: Claim, attempt: Attempt): Promise<void> {
  await asSystem(ctx.em, async (em) => {
    const state = await lockClaim(em, claim);
    // Replaced by a later claim, or its endpoint was deleted: this outcome no longer matters.
    if (!state) return;
    await writeAttempt(em, claim, attempt);
    if (attempt.fault === null) return recordSuccess(em, claim, attempt);
    await recordFailure(em, ctx, claim, { attempt, state });
  });
}

async function writeAttempt(em: EntityManager, claim: Claim, attempt: Attempt): Promise<void> {
  await executeSql(
    em,
    `INSERT INTO webhook_attempts (delivery_id, number, owner_id, at, duration_ms, status, error, response_body)
     SELECT $1, coalesce(max(number), 0) + 1, $2, $3, $4, $5, $6, $7 FROM webhook_attempts WHERE delivery_id = $1`,
    [claim.id, claim.ownerId, attempt.at, attempt.durationMs, attempt.status, attempt.fault, attempt.body],
  );
}

async function recordSuccess(em: EntityManager, claim: Claim, { at }: Attempt): Promise<void> {
  await executeSql(
    em,
    `UPDATE webhook_deliveries SET status = 'succeeded', tries = tries + 1, next_attempt_at = NULL, claimed_until = NULL,
       completed_at = $2 WHERE id = $1`,
    [claim.id, at],
  );
  await executeSql(
    em,
    `UPDATE webhook_endpoints SET failing_since = NULL, last_failed_at = NULL
     WHERE id = $1 AND failing_since IS NOT NULL`,
    [claim.endpointId],
  );
}

async function recordFailure(
  em: EntityManager,
  ctx: HubContext,
  claim: Claim,
  { attempt, state }: { attempt: Attempt; state: Failures & { tries: number } },
): Promise<void> {
  const now = ctx.clock.now();
  const retryAfterMs = readRetryAfterMs(attempt.status, attempt.retryAfter, now);
  const delayMs = retryDelayMs(state.tries + 1, Math.random(), retryAfterMs);
  const isLast = delayMs === null;
  await executeSql(
    em,
    `UPDATE webhook_deliveries SET status = $2, tries = tries + 1, next_attempt_at = $3, claimed_until = NULL,
       completed_at = $4 WHERE id = $1`,
    [
      claim.id,
      isLast ? "exhausted" : "pending",
      isLast ? null : new Date(now.getTime() + delayMs),
      isLast ? now : null,
    ],
  );
  const since = failingSince(state, now);
  await executeSql(em, "UPDATE webhook_endpoints SET failing_since = $2, last_failed_at = $3 WHERE id = $1", [
    claim.endpointId,
    since,
    now,
  ]);
  if (attempt.status === 410) await giveUp(em, claim, "gone", now);
  else if (isGivenUp(since, now)) await giveUp(em, claim, "failing", now);
}

async function giveUp(em: EntityManager, claim: Claim, reason: "gone" | "failing", now: Date): Promise<void> {
  const row = await disableEndpointRow(em, claim.endpointId, reason, now);
  if (!row) return;
  const { appId, ...object } = toEndpoint(row);
  await emitEvent(em, {
    type: "webhook.endpoint_disabled",
    objectId: row.id,
    appId,
    ownerId: claim.ownerId,
    payload: { object: { ...object, appId }, previous: { status: "enabled" } },
  });
}
