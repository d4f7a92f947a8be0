import type { HubContext } from "../hub.context.ts";
import type { DomainRow } from "./account-domain.rows.ts";
import { recordOf } from "./domain-name.ts";

/** Whether the record of a domain is published. `unknown` while the name servers do not answer. */
export type RecordState = "found" | "missing" | "unknown";

/** Looks the record of a domain up. Not for use in a transaction. */
export async function findRecord(
  { ports }: HubContext,
  { domain, challenge }: Pick<DomainRow, "domain" | "challenge">,
): Promise<RecordState> {
  const { name, value } = recordOf(domain, challenge);
  const texts = await ports.dns.findTexts(name);
  if (texts === null) return "unknown";
  return texts.some((text) => text.trim() === value) ? "found" : "missing";
}
