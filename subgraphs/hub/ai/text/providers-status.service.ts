import { textProviderNames } from "../../../../src/config/ai-settings.ts";
import type { HubContext } from "../../hub.context.ts";
import type { AiProvider } from "../ai.port.ts";
import type { AiProviderStatus, AiProvidersStatus } from "../ai.types.ts";
import { newBreaker, statusOf, type Breaker } from "./breaker.ts";
import { ProviderFault } from "../providers/provider-fault.ts";
import { breakerOutcomeOf } from "./run-attempts.service.ts";

/** A provider without calls for this long is probed. */
const idleMs = 60_000;
const probeTimeoutMs = 5_000;

/**
 * Health of the providers, by the outcomes of their last calls in any process. A configured provider that was never
 * called is probed now, so that every status has evidence.
 */
export async function readProvidersStatus(ctx: HubContext): Promise<AiProvidersStatus> {
  const providers = configured(ctx);
  const before = await ctx.ports.breakers.readAll(ctx.em);
  const unknown = providers.filter(({ name }) => !before.get(name)?.lastCheckedAt);
  await Promise.all(unknown.map((provider) => probe(ctx, provider)));
  const breakers = unknown.length === 0 ? before : await ctx.ports.breakers.readAll(ctx.em);
  const now = ctx.clock.now();
  const statuses = textProviderNames.map((name): [string, AiProviderStatus] => {
    const isConfigured = providers.some((provider) => provider.name === name);
    return [
      name,
      isConfigured
        ? toStatus(breakers.get(name) ?? newBreaker, now)
        : { status: "unconfigured", lastCheckedAt: null },
    ];
  });
  return { providers: Object.fromEntries(statuses) as never, timestamp: now };
}

/** Probes providers without a call for a minute; returns how many. For a job. */
export async function probeIdleProviders(ctx: HubContext): Promise<number> {
  const breakers = await ctx.ports.breakers.readAll(ctx.em);
  const now = ctx.clock.now().getTime();
  const idle = configured(ctx).filter(({ name }) => {
    const lastCheckedAt = breakers.get(name)?.lastCheckedAt ?? null;
    return lastCheckedAt === null || now - lastCheckedAt >= idleMs;
  });
  await Promise.all(idle.map((provider) => probe(ctx, provider)));
  return idle.length;
}

/** Each configured provider once, whatever it is used for. */
function configured({ ports }: HubContext): AiProvider[] {
  const providers: AiProvider[] = [...ports.ai.textProviders, ...ports.imageProviders];
  return [...new Map(providers.toReversed().map((provider) => [provider.name, provider])).values()];
}

/** One free question, whose answer counts as a call's does. A provider that is to be left alone is. */
async function probe(ctx: HubContext, provider: AiProvider): Promise<void> {
  const now = () => ctx.clock.now().getTime();
  const { breakers } = ctx.ports;
  const gate = await breakers.gate(ctx.em, provider.name, { now: now(), leaseMs: probeTimeoutMs + 1_000 });
  if (gate === "open") return;
  try {
    await provider.probe(AbortSignal.timeout(probeTimeoutMs));
    await breakers.record(ctx.em, provider.name, { kind: "ok" }, now());
  } catch (thrown) {
    const fault = thrown instanceof ProviderFault ? thrown : null;
    const { status = null, retryAfterMs = null } = fault ?? {};
    const kind = breakerOutcomeOf({
      outcome: fault?.kind === "http_error" ? "http_error" : "network",
      status,
    });
    await breakers.record(ctx.em, provider.name, { kind, retryAfterMs }, now());
  }
}

function toStatus(breaker: Breaker, now: Date): AiProviderStatus {
  const { lastCheckedAt } = breaker;
  return {
    status: statusOf(breaker, now.getTime()),
    lastCheckedAt: lastCheckedAt === null ? null : new Date(lastCheckedAt),
  };
}
