import { DomainError } from "../../../src/errors.ts";

/** Where a page ended: the last row's moment and id, by which lists are ordered. */
export interface PageEnd {
  at: Date;
  id: string;
}

/** The cursor behind this row. */
export function writePageCursor({ createdAt, id }: { createdAt: Date; id: string }): string {
  return Buffer.from(`${createdAt.toISOString()} ${id}`).toString("base64url");
}

/** What a cursor of a list of ids with this prefix says. Throws INVALID_CURSOR. */
export function readPageCursor(prefix: string, cursor: string): PageEnd {
  const decoded = Buffer.from(cursor, "base64url").toString("latin1");
  const [, at, id] = /^(\d{4}-\d\d-\d\dT[\d:.]{12}Z) ([a-z]+_[0-9a-z]{26})$/.exec(decoded) ?? [];
  if (at === undefined || !id?.startsWith(`${prefix}_`) || Number.isNaN(Date.parse(at)))
    throw new DomainError("INVALID_CURSOR", "This is no cursor of this list.", { reason: "malformed" });
  return { at: new Date(at), id };
}
