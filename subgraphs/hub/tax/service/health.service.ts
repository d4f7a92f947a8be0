import type { HubContext } from "../../hub.context.ts";
import type { TaxFilingHealth } from "./health.types.ts";
import type { TaxFilingProvider } from "../tax.port.ts";

const lifetimeMs = 60_000;

interface Check {
  at: Date;
  answer: Promise<TaxFilingHealth>;
}

/** The last check of each provider in this process; concurrent requests share it (single-flight). */
const checks = new WeakMap<TaxFilingProvider, Check>();

/**
 * Whether credentials and connection work: never throws, returns no secret and no text of the provider, and calls it at
 * most once in 60 seconds.
 */
export function readHealth(ctx: HubContext): Promise<TaxFilingHealth> {
  const { provider } = ctx.ports.tax;
  const now = ctx.clock.now();
  const last = checks.get(provider);
  if (last && Math.abs(now.getTime() - last.at.getTime()) < lifetimeMs) return last.answer;
  const answer = check(ctx, now);
  checks.set(provider, { at: now, answer });
  return answer;
}

async function check({ ports: { tax } }: HubContext, checkedAt: Date): Promise<TaxFilingHealth> {
  const { provider, environment } = tax;
  const base = { configured: provider.isConfigured, environment, checkedAt };
  if (!provider.isConfigured) return { ...base, status: "down", credentialsValid: null, latencyMs: null };
  const start = performance.now();
  try {
    const credentialsValid = await provider.checkCredentials();
    const latencyMs = Math.round(performance.now() - start);
    return { ...base, status: credentialsValid ? "ok" : "degraded", credentialsValid, latencyMs };
  } catch {
    return { ...base, status: "down", credentialsValid: null, latencyMs: null };
  }
}
