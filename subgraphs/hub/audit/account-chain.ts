import { hash } from "node:crypto";
import { genesis, type TrailLink } from "./audit-chain.ts";

/** The end of one account's chain; null of an account without entries. */
export interface AccountChainEnd {
  day: string;
  sequence: number;
  hash: string;
}

/** The place of an entry in the chain of its account, numbered from 1. */
export interface AccountLink extends AccountChainEnd {
  accountId: string;
  entryId: string;
  retention: string;
  at: string;
  entryHash: string;
  previousDay: string | null;
  previousHash: string;
}

/** Kinds of faults in an account's chain. */
export type AccountFault = "changed" | "removed" | "inserted" | "predecessor_missing" | "end_missing";

/** The account that an entry belongs to: the one that was acted for, or the user who acted. Null for none. */
export function accountOf(entry: Pick<TrailLink, "onBehalfOf" | "actorType" | "actorId">): string | null {
  return entry.onBehalfOf ?? (entry.actorType === "user" ? entry.actorId : null);
}

/** The link that puts an entry of the platform's chain behind `end` of its account's. */
export function linkToAccount(entry: TrailLink, accountId: string, end: AccountChainEnd | null): AccountLink {
  const link = {
    accountId,
    sequence: (end?.sequence ?? 0) + 1,
    entryId: entry.id,
    retention: entry.retention,
    day: end !== null && end.day > entry.day ? end.day : entry.day,
    at: entry.at,
    entryHash: entry.hash,
    previousDay: end?.day ?? null,
    previousHash: end?.hash ?? genesis.hash,
    hash: "",
  };
  link.hash = hashAccountLink(link);
  return link;
}

/** SHA-256 (hex) of the JSON array of all that a link says, in this order. */
function hashAccountLink(link: Omit<AccountLink, "hash">): string {
  const { accountId, sequence, entryId, retention, day, at, entryHash, previousDay, previousHash } = link;
  const said = [accountId, sequence, entryId, retention, day, at, entryHash, previousDay, previousHash];
  return hash("sha256", JSON.stringify(said), "hex");
}

/** The fault of a link behind `end`; null when it is correct. `keptFrom` is the first day whose links are kept. */
export function findAccountFault(
  link: AccountLink,
  end: AccountChainEnd | null,
  keptFrom: string,
): AccountFault | null {
  if (hashAccountLink(link) !== link.hash) return "changed";
  if (end === null) {
    const isFirst = link.sequence === 1 && link.previousHash === genesis.hash && link.previousDay === null;
    const isAfterPurged = link.previousDay !== null && link.previousDay < keptFrom;
    return isFirst || isAfterPurged ? null : "predecessor_missing";
  }
  const isNext = link.sequence === end.sequence + 1 && link.previousHash === end.hash;
  return isNext && link.previousDay === end.day ? null : "predecessor_missing";
}
