import { AsyncLocalStorage } from "node:async_hooks";
import type { Principal } from "./principal.ts";

/** Who caused an event, by the words of the audit trail. */
export interface EventActor {
  type: "user" | "api_key" | "service_account";
  id: string;
}

const types = { user: "user", apiKey: "api_key", serviceAccount: "service_account" } as const;

/** The person or key behind a call: of an internal one, that of the call that caused it. Null for the platform itself. */
export function actorOf({
  principal: { kind, id },
  actor = null,
}: {
  principal: Pick<Principal, "kind" | "id">;
  actor?: EventActor | null | undefined;
}): EventActor | null {
  return kind === "anonymous" || kind === "internal" ? actor : { type: types[kind], id };
}

const acting = new AsyncLocalStorage<EventActor | null>();

/** Runs work whose events this actor causes. */
export function actingAs<T>(actor: EventActor | null, work: () => T): T {
  return acting.run(actor, work);
}

/** The actor of the work around this call; null outside of any. */
export function currentActor(): EventActor | null {
  return acting.getStore() ?? null;
}
