import type { EntityManager } from "@mikro-orm/postgresql";
import type { RequestContext } from "../../../src/context.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { admitCall, closedCircuit, settleCall, type Circuit } from "./circuit.ts";
import type { SourceCall, SourceVersion } from "./property-source.port.ts";
import { circuitOutcomeOf, SourceFailure } from "./source-failure.ts";

/** A little longer than the longest call: who takes the one try of a half-open circuit and dies gives it back then. */
const probeLeaseMs = 20_000;
/** A source that asks for a pause without saying how long. */
const defaultPauseMs = 60_000;

export interface CallOptions {
  sourceId: string;
  kind: "probe" | "sync";
  retries: number;
  signal?: AbortSignal | undefined;
  /** For tests: jitter in [0, 1). */
  random?: (() => number) | undefined;
}

interface HealthRow {
  circuit: string;
  authRefused: boolean;
  rateLimitedUntil: string | null;
}

const healthSql = `SELECT circuit::text AS circuit, auth_refused AS "authRefused",
  rate_limited_until AS "rateLimitedUntil" FROM source_circuits WHERE source_id = $1`;

/** Calls a source: its circuit admits each request and records its outcome, for all processes together. */
export function callSource(ctx: RequestContext, options: CallOptions): SourceCall {
  const { sourceId, kind, retries, signal, random = Math.random } = options;
  return {
    retries,
    now: ctx.clock.now(),
    signal,
    attempt: async (work) => {
      await admit(ctx, sourceId, kind);
      const startedAt = performance.now();
      const note = (failure: SourceFailure | null) =>
        settle(ctx, {
          sourceId,
          kind,
          failure,
          latencyMs: Math.round(performance.now() - startedAt),
          random,
        });
      try {
        const result = await work();
        await note(null);
        return result;
      } catch (error) {
        if (error instanceof SourceFailure && !signal?.aborted) await note(error);
        else await release(ctx, sourceId);
        throw error;
      }
    },
  };
}

/**
 * Throws when the source must not be called now: its circuit is open, it requested a pause, or it rejected our
 * credentials.
 */
async function admit({ em, clock }: RequestContext, sourceId: string, kind: string): Promise<void> {
  const [row] = await executeSql<HealthRow>(em, healthSql, [sourceId]);
  if (!row) return;
  const now = clock.now().getTime();
  const pauseMs = row.rateLimitedUntil === null ? 0 : Date.parse(row.rateLimitedUntil) - now;
  if (pauseMs > 0) throw new SourceFailure("RATE_LIMITED", { retryAfterMs: pauseMs });
  // A probe detects when our credentials are valid again.
  if (row.authRefused && kind !== "probe") throw new SourceFailure("AUTH_REFUSED");
  if ((JSON.parse(row.circuit) as Circuit).state === "closed") return;
  const refusal = await asSystem(em, async (own) => {
    const circuit = await lockCircuit(own, sourceId);
    const admitted = admitCall(circuit, now, probeLeaseMs);
    if (admitted !== null && admitted !== circuit) await writeCircuit(own, sourceId, admitted);
    return admitted === null ? (circuit.nextProbeAt ?? circuit.probeUntil ?? now) - now : null;
  });
  if (refusal !== null) throw new SourceFailure("CIRCUIT_OPEN", { retryAfterMs: Math.max(0, refusal) });
}

interface Settled {
  sourceId: string;
  kind: string;
  failure: SourceFailure | null;
  latencyMs: number;
  random: () => number;
}

async function settle({ em, clock }: RequestContext, call: Settled): Promise<void> {
  const { sourceId, kind, failure, latencyMs, random } = call;
  const now = clock.now();
  await asSystem(em, async (own) => {
    const circuit = await lockCircuit(own, sourceId);
    const outcome = failure === null ? "success" : circuitOutcomeOf(failure.code);
    await writeCircuit(own, sourceId, settleCall(circuit, outcome, now.getTime(), random()));
    const isLimited = failure?.code === "RATE_LIMITED";
    const pausedUntil = isLimited ? new Date(now.getTime() + (failure.retryAfterMs ?? defaultPauseMs)) : null;
    await executeSql(
      own,
      `UPDATE source_circuits SET last_checked_at = $2,
         last_success_at = CASE WHEN $3::text IS NULL THEN $2 ELSE last_success_at END,
         last_failure_at = CASE WHEN $3::text IS NULL THEN last_failure_at ELSE $2 END,
         last_error_code = $3, last_error_message = $4,
         auth_refused = ($3::text IS NOT NULL AND ($3 = 'AUTH_REFUSED' OR auth_refused)),
         rate_limited_until = $5, rate_limited_count = rate_limited_count + $6 WHERE source_id = $1`,
      [sourceId, now, failure?.code ?? null, failure?.message ?? null, pausedUntil, isLimited ? 1 : 0],
    );
    await executeSql(
      own,
      `INSERT INTO source_checks (source_id, kind, outcome, latency_ms, checked_at) VALUES ($1, $2, $3, $4, $5)`,
      [sourceId, kind, failure?.code ?? "ok", latencyMs, now],
    );
  });
}

/** Gives back the one try of a half-open circuit when a call ended for reasons of our own. */
async function release({ em, clock }: RequestContext, sourceId: string): Promise<void> {
  await asSystem(em, async (own) => {
    const circuit = await lockCircuit(own, sourceId);
    await writeCircuit(own, sourceId, settleCall(circuit, "neutral", clock.now().getTime(), 0));
  });
}

/** Records the edition returned by a probe. */
export async function recordSeenVersion(
  em: EntityManager,
  sourceId: string,
  version: SourceVersion,
): Promise<void> {
  const sql = "UPDATE source_circuits SET seen_version = $2::json WHERE source_id = $1";
  await executeSql(em, sql, [sourceId, JSON.stringify(version)]);
}

/** Forgets calls from before this moment. */
export async function purgeChecks(em: EntityManager, before: Date): Promise<void> {
  await executeSql(em, "DELETE FROM source_checks WHERE checked_at < $1", [before]);
}

async function lockCircuit(em: EntityManager, sourceId: string): Promise<Circuit> {
  const insert = `INSERT INTO source_circuits (source_id, circuit) VALUES ($1, $2::json) ON CONFLICT DO NOTHING`;
  await executeSql(em, insert, [sourceId, JSON.stringify(closedCircuit)]);
  const [row] = await executeSql<HealthRow>(em, `${healthSql} FOR UPDATE`, [sourceId]);
  return JSON.parse(row!.circuit) as Circuit;
}

async function writeCircuit(em: EntityManager, sourceId: string, circuit: Circuit): Promise<void> {
  const sql = "UPDATE source_circuits SET circuit = $2::json WHERE source_id = $1";
  await executeSql(em, sql, [sourceId, JSON.stringify(circuit)]);
}
