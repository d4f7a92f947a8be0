import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Clock } from "../src/time/clock.ts";

/** Every outside party the platform talks to, by the name used in sandbox paths. */
export const partyNames = [
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
  "efile",
  "identity",
  "oauth",
  "opendata",
  "receiver",
] as const;
export type PartyName = (typeof partyNames)[number];

/** What a stand-in may use. */
export interface PartyContext {
  /** The party's base address, `{sandboxUrl}/{party}`. Known once the server listens: call it in a route. */
  url(): string;
  clock: Clock;
  log: FastifyBaseLogger;
  /** A private directory for keys that must survive a restart. */
  keyDir: string;
}

/**
 * One outside party's stand-in. Its routes are mounted under `/{name}`; faults, the journal and JSON or form
 * bodies come with that.
 */
export interface Party {
  name: PartyName;
  register(app: FastifyInstance, context: PartyContext): void | Promise<void>;
}

export function isPartyName(name: string): name is PartyName {
  return (partyNames as readonly string[]).includes(name);
}
