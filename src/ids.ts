import { AsyncLocalStorage } from "node:async_hooks";
import { createHash, randomBytes, randomFillSync } from "node:crypto";

/** Crockford's base 32, in lower case. */
const idCharacters = "0123456789abcdefghjkmnpqrstvwxyz";
const idCodes = Uint8Array.from(idCharacters, (character) => character.charCodeAt(0));
const randomLength = 16;

/** Random bytes of ids to come: the generator's price is that of a call, whatever it gives. */
const randomPool = Buffer.alloc(256 * randomLength);
let usedBytes = randomPool.length;

/** The last 16 characters of an id: 5 bits of a random byte each. Written as one text, not as 16 that are joined. */
function randomPart(): string {
  if (usedBytes === randomPool.length) {
    randomFillSync(randomPool);
    usedBytes = 0;
  }
  const start = usedBytes;
  usedBytes += randomLength;
  for (let at = start; at < usedBytes; at++) randomPool[at] = idCodes[randomPool[at]! & 31]!;
  return randomPool.toString("latin1", start, usedBytes);
}

/** The first 10 characters of the ids of a millisecond. */
const lastTime = { ms: 0, part: "" };

function timePart(): string {
  const ms = Date.now();
  if (ms === lastTime.ms) return lastTime.part;
  let part = "";
  for (let left = ms, place = 0; place < 10; place++) {
    part = `${idCharacters[left % 32]}${part}`;
    left = Math.floor(left / 32);
  }
  Object.assign(lastTime, { ms, part });
  return part;
}

/** Gives the ids and tokens that are made in a piece of work, in place of random ones. */
export interface IdSource {
  /** Null for a random one. */
  id(prefix: string): string | null;
  token(): string;
}

const sources = new AsyncLocalStorage<IdSource>();

/** Runs work whose ids and tokens come from `source`: data that is the same in each database. Never for data of users. */
export function withIdsFrom<T>(source: IdSource, work: () => T): T {
  return sources.run(source, work);
}

/** A new id: `<prefix>_` and a 26-character lower-case ULID, ordered by creation time. */
export function newId(prefix: string): string {
  const given = sources.getStore()?.id(prefix);
  if (given) return given;
  return `${prefix}_${timePart()}${randomPart()}`;
}

/**
 * An id derived from another id and a purpose: the same whenever it is made, also in a database that was
 * restored to an earlier state. Ordered by the creation time of the other id.
 */
export function idFollowing(prefix: string, id: string, purpose: string): string {
  const time = /_([0-9a-z]{10})[0-9a-z]{16}$/.exec(id)?.[1] ?? "0".repeat(10);
  const digest = createHash("sha256").update(`${prefix} ${id} ${purpose}`).digest().subarray(0, 16);
  return `${prefix}_${time}${[...digest].map((byte) => idCharacters[byte % 32]).join("")}`;
}

/** True when `value` has the form of an id with this prefix. */
export function isId(prefix: string, value: string): boolean {
  return value.startsWith(`${prefix}_`) && /^[0-9a-hjkmnp-tv-z]{26}$/.test(value.slice(prefix.length + 1));
}

/** A URL-safe random token of `bytes` random bytes (128 bits by default). */
export function newToken(bytes = 16): string {
  const given = sources.getStore()?.token();
  if (given !== undefined) return given;
  return randomBytes(bytes).toString("base64url");
}
