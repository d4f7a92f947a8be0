import type { HubContext } from "../hub.context.ts";
import { keysNeedPerson } from "./api-keys.errors.ts";

/** The person whose keys a call is about. Throws USER_NOT_FOUND for a service account that acts for itself. */
export function personOf({ principal }: HubContext): string {
  const { kind, id, ownerId } = principal;
  if (ownerId === null || (kind === "serviceAccount" && ownerId === id)) throw keysNeedPerson();
  return ownerId;
}
