import { createHmac } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import { ownerOf } from "../../credits/credits.service.ts";
import type { HubContext } from "../../hub.context.ts";
import { costOf, type Attempt } from "./attempt.ts";
import { settleBudget } from "./budget.service.ts";
import { priceVersion } from "./prices.ts";

export type AiKind = "text" | "image";
export type RequestStatus = "succeeded" | "failed" | "rejected" | "aborted" | "over_budget";

/** Outcome of a request, as it is recorded. */
export interface RequestResult {
  status: RequestStatus;
  attempts: readonly Attempt[];
  durationMs: number;
  /** The provider that responded, and the number of bytes. */
  answer: { provider: string; model: string; bytes: number } | null;
}

/** Records a request before any provider is called. The prompt is kept as a keyed hash and a size. Returns its id. */
export async function openRequest(
  ctx: HubContext,
  em: EntityManager,
  { kind, appId, prompt, isStreamed }: { kind: AiKind; appId: string; prompt: string; isStreamed: boolean },
): Promise<string> {
  const id = newId("air");
  const hash = createHmac("sha256", ctx.ports.keyPepper).update(prompt).digest("base64url");
  await executeSql(
    em,
    `INSERT INTO ai_requests (id, owner_id, app_id, kind, is_streamed, prompt_hash, prompt_bytes, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, ownerOf(ctx), appId, kind, isStreamed, hash, Buffer.byteLength(prompt), ctx.clock.now()],
  );
  return id;
}

/**
 * Records the outcome of a request: one row per attempt, the billed total, and the budget's share. A failed request
 * that is resumed by its idempotency key adds its later attempts and their cost.
 */
export async function settleRequest(
  ctx: HubContext,
  em: EntityManager,
  requestId: string,
  { status, attempts, durationMs, answer }: RequestResult,
): Promise<void> {
  await executeSql(
    em,
    `WITH before AS (SELECT count(*)::int AS attempts FROM ai_attempts WHERE request_id = $1),
     request AS (
       UPDATE ai_requests SET status = $3, provider = $4, model = $5, output_bytes = $6, duration_ms = $7,
         cost_micro_usd = CASE WHEN $8::bigint IS NULL THEN cost_micro_usd ELSE coalesce(cost_micro_usd, 0) + $8 END,
         finished_at = $9
       WHERE id = $1)
     INSERT INTO ai_attempts (request_id, number, owner_id, provider, model, outcome, http_status, duration_ms,
       input_tokens, output_tokens, is_guessed, cost_micro_usd, price_version)
     SELECT $1, before.attempts + number, $2, provider, model, outcome, status, "durationMs", "inputTokens",
       "outputTokens", "isGuessed", "costMicroUsd", CASE WHEN "inputTokens" IS NOT NULL THEN $11 END
     FROM before, jsonb_to_recordset($10::jsonb) AS made (number int, provider text, model text, outcome text, status int,
       "durationMs" int, "inputTokens" int, "outputTokens" int, "isGuessed" boolean, "costMicroUsd" bigint)`,
    [
      requestId,
      ownerOf(ctx),
      status,
      answer?.provider ?? null,
      answer?.model ?? null,
      answer?.bytes ?? null,
      durationMs,
      costOf(attempts),
      ctx.clock.now(),
      JSON.stringify(attempts.map(toRow)),
      priceVersion,
    ],
  );
  if (ctx.ports.ai.dailyBudgetMicroUsd !== null) await settleBudget(em, requestId, costOf(attempts) ?? 0);
}

function toRow(attempt: Attempt, index: number) {
  const { provider, model, outcome, status, durationMs, usage, isGuessed, costMicroUsd } = attempt;
  const { inputTokens = null, outputTokens = null } = usage ?? {};
  const counted = { inputTokens, outputTokens, isGuessed, costMicroUsd };
  return { number: index + 1, provider, model, outcome, status, durationMs, ...counted };
}
