import { createHash } from "node:crypto";
import { DomainError } from "../../../src/errors.ts";

/** Where a walk through the pages of one search goes on: the state of the data, which search, how many were shown. */
export interface PageCursor {
  readonly version: string;
  readonly search: string;
  readonly offset: number;
}

/** A short name of a search, the same for the same filters and order. */
export function nameSearch(key: string): string {
  return createHash("sha256").update(key).digest("base64url").slice(0, 12);
}

export function encodeCursor({ version, search, offset }: PageCursor): string {
  return Buffer.from(`${version}.${search}.${offset}`).toString("base64url");
}

/**
 * How many properties were shown before. Throws INVALID_CURSOR when the text is no cursor, belongs to another search,
 * or to another state of the data: pages of two states would overlap or leave gaps.
 */
export function readCursor(text: string, now: { version: string; search: string }): number {
  const decoded = Buffer.from(text, "base64url").toString("latin1");
  const [, version, search, offset] = /^(\d{1,19})\.([\w-]{12})\.(\d{1,9})$/.exec(decoded) ?? [];
  if (offset === undefined) throw invalidCursor("malformed", "This is no cursor of a search.");
  if (search !== now.search)
    throw invalidCursor("other_search", "This cursor belongs to a search with other filters or order.");
  if (version !== now.version) {
    throw invalidCursor(
      "data_changed",
      "The data have changed since this cursor was made. Start at the first page again.",
    );
  }
  return Number(offset);
}

function invalidCursor(reason: string, message: string): DomainError {
  return new DomainError("INVALID_CURSOR", message, { reason });
}
