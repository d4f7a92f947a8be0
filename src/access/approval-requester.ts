import type { ActingMembership } from "../db/membership.ts";
import type { Principal } from "./principal.ts";

/** Who made a guarded call, with the limits of the credential. */
export interface Requester {
  kind: "user" | "apiKey" | "serviceAccount";
  id: string;
  /** The user, or the one that a service account acts for; null for a key. */
  person: string | null;
  /** Null: not limited. */
  scopes: readonly string[] | null;
  apps: readonly string[] | null;
  /** The membership that admitted the call. */
  membership: ActingMembership | null;
  /** The call's Idempotency-Key. */
  clientKey: string | null;
}

/** The requester of a call. */
export function requesterOf(principal: Principal, clientKey: string | null): Requester {
  const { kind, id, scopes, appIds, membership } = principal;
  const isLimited = membership ? membership.isLimited : true;
  return {
    kind: kind as Requester["kind"],
    id,
    person: membership?.userId ?? null,
    scopes: isLimited && scopes !== "all" ? scopes : null,
    apps: appIds === "all" ? null : appIds,
    membership: membership ?? null,
    clientKey,
  };
}
