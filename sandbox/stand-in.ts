import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Clock } from "../src/time/clock.ts";
import type { FaultVerdict } from "./faults.ts";

/** Every external service of the platform, by the name used in sandbox paths. */
export const standInNames = [
  "processor",
  "pricing",
  "bank",
  "taxfiling",
  "openai",
  "anthropic",
  "google",
  "mistral",
  "photos",
  "botcheck",
  "smtp",
  "carrier",
  "dns",
  "efile",
  "exchangerates",
  "identity",
  "oauth",
  "opendata",
  "receiver",
  "securityprices",
  "taxbandits",
] as const;
export type StandInName = (typeof standInNames)[number];

/** Dependencies of a stand-in. */
export interface StandInContext {
  /** The service's base URL, `{sandboxUrl}/{party}`. Known once the server listens: call it in a route. */
  url(): string;
  clock: Clock;
  log: FastifyBaseLogger;
  /** A private directory for keys that must survive a restart. */
  keyDir: string;
  /** The fault for what comes other than by an HTTP request, after waiting out its latency. */
  fault(path: string): Promise<FaultVerdict["outcome"]>;
}

/**
 * One external service's stand-in. Its routes are mounted under `/{name}`; faults, the journal and JSON or form
 * bodies are provided.
 */
export interface StandIn {
  name: StandInName;
  register(app: FastifyInstance, context: StandInContext): void | Promise<void>;
}

export function isStandInName(name: string): name is StandInName {
  return (standInNames as readonly string[]).includes(name);
}
