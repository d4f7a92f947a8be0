import { hash } from "node:crypto";
import type { PendingEntry } from "../../../src/access/audit-relay.ts";

/** An entry as a subgraph recorded it. */
export interface TrailEntry extends Omit<PendingEntry, "retention"> {
  subgraph: string;
}

/** The end of one chain: its last day, that day's number of links, the hash of the last. */
export interface ChainEnd {
  day: string | null;
  sequence: number;
  hash: string;
}

/** An entry in its place in a chain: one chain per retention, numbered from 1 every UTC day. */
export interface TrailLink extends TrailEntry {
  retention: string;
  /** UTC day on which the entry was chained, `YYYY-MM-DD`. */
  day: string;
  sequence: number;
  previousDay: string | null;
  previousHash: string;
  hash: string;
}

/** The end of a chain without links. */
export const genesis: ChainEnd = { day: null, sequence: 0, hash: "0".repeat(64) };

/** The link that puts `entry` behind `end`. A clock that goes back does not open an earlier day again. */
export function chainEntry(
  entry: TrailEntry,
  { retention, today, end }: { retention: string; today: string; end: ChainEnd },
): TrailLink {
  const day = end.day !== null && end.day > today ? end.day : today;
  const sequence = day === end.day ? end.sequence + 1 : 1;
  const link = { ...entry, retention, day, sequence, previousDay: end.day, previousHash: end.hash, hash: "" };
  link.hash = hashLink(link);
  return link;
}

/**
 * SHA-256 (hex) of the JSON array of all that a link says, in this order. Times are ISO 8601 with microseconds,
 * `changes` is its JSON as text.
 */
export function hashLink(link: Omit<TrailLink, "hash">): string {
  const { retention, day, sequence, id, subgraph, at, actorType, actorId, onBehalfOf, action } = link;
  const { targetType, targetId, appId, ip, userAgent, requestId, outcome, code, changes } = link;
  const entry = [id, subgraph, at, actorType, actorId, onBehalfOf, action, targetType, targetId, appId];
  const rest = [ip, userAgent, requestId, outcome, code, changes, link.previousDay, link.previousHash];
  const said = [retention, day, sequence, ...entry, ...rest];
  return hash("sha256", JSON.stringify(said), "hex");
}

/** The fault of a link after `end`; null when it is correct. `keptFrom` is the first day that is not yet purged. */
export function findFault(link: TrailLink, end: ChainEnd | null, keptFrom: string): string | null {
  if (hashLink(link) !== link.hash) return "changed";
  if (end === null) {
    const isFirst = link.previousHash === genesis.hash && link.previousDay === null;
    const isAfterPurged = link.previousDay !== null && link.previousDay < keptFrom;
    return (isFirst || isAfterPurged) && link.sequence === 1 ? null : "predecessor_missing";
  }
  const isNext = link.previousHash === end.hash && link.previousDay === end.day;
  const sequence = link.day === end.day ? end.sequence + 1 : 1;
  return isNext && link.sequence === sequence ? null : "predecessor_missing";
}
