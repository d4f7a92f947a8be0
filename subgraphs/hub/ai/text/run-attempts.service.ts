import { isPromise } from "../../../../src/concurrency/maybe-promise.ts";
import type { HubContext } from "../../hub.context.ts";
import type { AiProvider, TokenUsage } from "../ai.port.ts";
import { costOf, type Attempt } from "./attempt.ts";
import type { Outcome } from "./breaker.ts";
import { nextStep, type Step } from "./failover.ts";
import { ProviderFault } from "../providers/provider-fault.ts";

/** One request that any of several providers may answer, whatever it is for. */
export interface AttemptPlan<Provider extends AiProvider, Value> {
  /** Those that are set up, in order. */
  providers: readonly Provider[];
  /** Timeout of one attempt. */
  timeoutMs: number;
  /** Aborts all attempts: the client disconnected. */
  signal: AbortSignal | undefined;
  /**
   * Reserves the maximum cost of calling this provider, on top of what was spent; false when the budget does not
   * suffice.
   */
  afford(provider: Provider, spentMicroUsd: number): Promise<boolean> | boolean;
  /** Calls the provider. Throws a ProviderFault. */
  ask(provider: Provider, signal: AbortSignal): Promise<{ value: Value; usage: TokenUsage | null }>;
  /** Null when the price is not known. */
  costOf(provider: Provider, usage: TokenUsage): number | null;
}

/** How it ended, with all that was tried. */
export interface AttemptRun<Provider, Value> {
  result: Extract<Step, { kind: "end" }>["result"];
  attempts: Attempt[];
  answer: { provider: Provider; value: Value } | null;
}

/** Calls providers one after the other, as `nextStep` decides, and records each outcome with its breaker. */
export async function runAttempts<Provider extends AiProvider, Value>(
  ctx: HubContext,
  plan: AttemptPlan<Provider, Value>,
): Promise<AttemptRun<Provider, Value>> {
  const startedAt = performance.now();
  const attempts: Attempt[] = [];
  const names = plan.providers.map(({ name }) => name);
  let answer: AttemptRun<Provider, Value>["answer"] = null;
  const decide = () =>
    nextStep({ providers: names, timeoutMs: plan.timeoutMs }, attempts, performance.now() - startedAt);
  let step = decide();
  while (step.kind === "ask") {
    const { provider: name, isForced, isRetry, timeoutMs } = step;
    const provider = plan.providers.find((candidate) => candidate.name === name)!;
    const passedOver = await passOver(ctx, plan, provider, { ...step, attempts });
    if (passedOver) {
      attempts.push({ ...notAsked(provider), outcome: passedOver, isForced });
      step = decide();
      continue;
    }
    await provider.ready();
    const asked = await callOnce(plan, provider, timeoutMs);
    attempts.push({ ...asked.attempt, isForced });
    if (asked.answer) answer = { provider, value: asked.answer.value };
    step = decide();
    const willRetry = step.kind === "ask" && step.isRetry && !isRetry;
    if (!willRetry) await recordOutcome(ctx, provider, asked, isForced);
  }
  return { result: step.result, attempts, answer };
}

/** Why the provider is skipped now; null when it is not. */
async function passOver<Provider extends AiProvider, Value>(
  ctx: HubContext,
  plan: AttemptPlan<Provider, Value>,
  provider: Provider,
  step: { isForced: boolean; isRetry: boolean; timeoutMs: number; attempts: readonly Attempt[] },
): Promise<"circuit_open" | "unaffordable" | null> {
  const { isForced, isRetry, timeoutMs, attempts } = step;
  const now = ctx.clock.now().getTime();
  const isFree = isForced || isRetry;
  const leaseMs = timeoutMs + 1_000;
  const gate = isFree ? "closed" : await ctx.ports.breakers.gate(ctx.em, provider.name, { now, leaseMs });
  if (gate === "open") return "circuit_open";
  const afforded = plan.afford(provider, costOf(attempts) ?? 0);
  if (isPromise(afforded) ? await afforded : afforded) return null;
  // Releases the unused probe for another request.
  if (gate === "probe") await ctx.ports.breakers.record(ctx.em, provider.name, { kind: "neutral" }, now);
  return "unaffordable";
}

interface Asked<Value> {
  attempt: Attempt;
  fault: ProviderFault | null;
  answer: { value: Value } | null;
}

const timedOut = new Error("the attempt's time is over");
const callerGone = new Error("the caller is gone");

async function callOnce<Provider extends AiProvider, Value>(
  plan: AttemptPlan<Provider, Value>,
  provider: Provider,
  timeoutMs: number,
): Promise<Asked<Value>> {
  const startedAt = performance.now();
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(timedOut), timeoutMs);
  const leave = () => controller.abort(callerGone);
  if (plan.signal?.aborted) leave();
  // Never removed: the response may be a stream, which must end when the client disconnects.
  else plan.signal?.addEventListener("abort", leave, { once: true });
  const attemptOf = (facts: Partial<Attempt> & Pick<Attempt, "outcome">): Attempt => {
    const { usage = null } = facts;
    const costMicroUsd = usage && plan.costOf(provider, usage);
    const durationMs = Math.round(performance.now() - startedAt);
    return { ...notAsked(provider), durationMs, usage, costMicroUsd, ...facts };
  };
  try {
    const asking = plan.ask(provider, controller.signal);
    const { value, usage } = await Promise.race([asking, whenAborted(controller.signal)]);
    return { attempt: attemptOf({ outcome: "answered", usage }), fault: null, answer: { value } };
  } catch (thrown) {
    if (controller.signal.aborted) {
      const outcome = controller.signal.reason === timedOut ? "timeout" : "aborted";
      return { attempt: attemptOf({ outcome }), fault: null, answer: null };
    }
    if (!(thrown instanceof ProviderFault)) throw thrown;
    const { kind, status, usage } = thrown;
    const outcome = kind === "unreachable" ? "network" : kind;
    const facts = { outcome, status, usage, isUnreachable: kind === "unreachable" };
    return { attempt: attemptOf(facts), fault: thrown, answer: null };
  } finally {
    clearTimeout(timer);
  }
}

function notAsked({ name, model }: AiProvider): Attempt {
  const facts = { status: null, durationMs: 0, usage: null, isGuessed: false, costMicroUsd: null };
  return { provider: name, model, outcome: "circuit_open", ...facts };
}

/** Not every SDK stops a request immediately. */
function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const fail = () => reject(signal.reason as Error);
    if (signal.aborted) fail();
    else signal.addEventListener("abort", fail, { once: true });
  });
}

async function recordOutcome<Value>(
  ctx: HubContext,
  { name }: AiProvider,
  { attempt, fault }: Asked<Value>,
  isForced: boolean,
): Promise<void> {
  if (fault?.status === 401 || fault?.status === 403)
    ctx.log.error({ party: name, status: fault.status }, "provider.credential_error");
  const outcome: Outcome = {
    kind: breakerOutcomeOf(attempt),
    retryAfterMs: fault?.retryAfterMs ?? null,
    isForced,
  };
  const recorded = ctx.ports.breakers.record(ctx.em, name, outcome, ctx.clock.now().getTime());
  // A success is recorded in the background.
  if (outcome.kind === "failed") await recorded;
}

/**
 * Outcome of an attempt for the provider's breaker: neutral when the request may be invalid, such as a prompt that is
 * too long.
 */
export function breakerOutcomeOf({ outcome, status }: Pick<Attempt, "outcome" | "status">): Outcome["kind"] {
  if (outcome === "answered") return "ok";
  if (outcome === "rejected" || outcome === "aborted") return "neutral";
  if (outcome !== "http_error" || status === null || status >= 500) return "failed";
  return [401, 403, 408, 409, 425, 429].includes(status) ? "failed" : "neutral";
}
