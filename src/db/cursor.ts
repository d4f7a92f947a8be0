import { createHash } from "node:crypto";
import { z } from "zod";
import type { Principal } from "../access/principal.ts";
import { isEqualSecret, type KeyRing } from "../crypto/crypto.ts";
import { DomainError } from "../errors.ts";

/** The name of a list, then all of its filter: a cursor of one list is refused by every other. */
export type CursorList = readonly [name: string, ...filter: readonly unknown[]];

/** The account that reads a list, and the keys that sign its cursors. */
export interface CursorContext {
  principal: Pick<Principal, "id" | "ownerId">;
  ports: { keyRing: KeyRing };
}

/** Cursors of one list: opaque texts that say where a page ended. */
export interface Cursors<Position> {
  encode(position: Position): string;
  /** The decoded position; null without a cursor, which means the first page. Throws INVALID_CURSOR. */
  decode(cursor: string | null | undefined): Position | null;
}

/** Where a page of a list ended that is ordered by a time or day, and then by id. */
export type RowPosition = readonly [at: string, id: string];

/** The position behind a row that has both under these names. */
export function rowEnd({ createdAt, id }: { createdAt: Date; id: string }): RowPosition {
  return [createdAt.toISOString(), id];
}

/**
 * Cursors of a list of the principal's account, ordered by time and id. They are signed for the account under the
 * index keys: they cannot be forged, another account's are refused, and they outlive a key rotation.
 */
export function rowCursors(ctx: CursorContext, list: CursorList): Cursors<RowPosition> {
  const { keyRing } = ctx.ports;
  const account = ctx.principal.ownerId ?? ctx.principal.id;
  return cursorsOf(rowPosition, (encoded) =>
    keyRing.blindIndexes("page.cursor", JSON.stringify([account, list, encoded])),
  );
}

/**
 * Cursors of a list that is the same for every principal, for callers without a key ring. A checksum detects changes and
 * cursors of other lists. It is not a signature: `position` must reject every value that is not safe to use.
 */
export function sharedCursors<Position>(list: CursorList, position: z.ZodType<Position>): Cursors<Position> {
  return cursorsOf(position, (encoded) => [
    createHash("sha256")
      .update(JSON.stringify([list, encoded]))
      .digest("hex"),
  ]);
}

/** A cursor that cannot be read: malformed, changed, of another account, another list or another filter. */
export function invalidCursor(
  message = "The cursor does not belong to this list. Start at the first page.",
  details?: Readonly<Record<string, unknown>>,
): DomainError {
  return new DomainError("INVALID_CURSOR", message, details);
}

const rowPosition: z.ZodType<RowPosition> = z
  .tuple([z.union([z.iso.date(), z.iso.datetime({ offset: true })]), z.string().min(1).max(255)])
  .readonly();

const maxCursorLength = 500;
const macLength = 32;

/** `<position as JSON, base64url>.<first 128 bits of a MAC of that text, hex>`; `macsOf` gives the newest one first. */
function cursorsOf<Position>(
  shape: z.ZodType<Position>,
  macsOf: (encoded: string) => readonly string[],
): Cursors<Position> {
  const sign = (encoded: string) => macsOf(encoded).map((mac) => mac.slice(0, macLength));
  return {
    encode(position) {
      const encoded = Buffer.from(JSON.stringify(position)).toString("base64url");
      return `${encoded}.${sign(encoded)[0]!}`;
    },
    decode(cursor) {
      if (!cursor) return null;
      if (cursor.length > maxCursorLength) throw invalidCursor();
      const dot = cursor.lastIndexOf(".");
      // The text itself is signed: several base64url texts decode to the same bytes.
      const encoded = cursor.slice(0, Math.max(dot, 0));
      const mac = cursor.slice(dot + 1);
      if (!sign(encoded).some((expected) => isEqualSecret(mac, expected))) throw invalidCursor();
      const read = shape.safeParse(readJson(encoded));
      if (!read.success) throw invalidCursor();
      return read.data;
    },
  };
}

/** Returns undefined for text that is not JSON: a checksum can be computed over anything. */
function readJson(encoded: string): unknown {
  try {
    return JSON.parse(Buffer.from(encoded, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}
