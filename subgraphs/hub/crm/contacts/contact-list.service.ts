import { rowCursors, rowEnd } from "../../../../src/db/cursor.ts";
import { cutPage } from "../../../../src/db/page.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError, type FieldFault } from "../../../../src/errors.ts";
import type { HubContext } from "../../hub.context.ts";
import { contactNotFound } from "../crm.errors.ts";
import { searchPatterns } from "../search-patterns.ts";
import { readTags } from "./contact-facts.ts";
import type { ContactsArgs } from "./contact-inputs.types.ts";
import { selectContacts, type ContactRow } from "./contact.rows.ts";
import type { CrmConsentHistory, CrmConsentRecord, CrmContact, CrmContactPage } from "./contact.types.ts";

const historyLength = 200;

/**
 * The account's contacts, newest first; archived ones only with that status filter. Throws INVALID_CURSOR, or 400 for
 * an invalid tag.
 */
export async function listContacts(ctx: HubContext, args: ContactsArgs): Promise<CrmContactPage> {
  const { limit } = args;
  const cursors = rowCursors(ctx, [
    "contacts",
    args.status,
    args.tag,
    args.search,
    args.query,
    args.companyId,
  ]);
  const after = cursors.decode(args.cursor);
  const filter = `owner_id = $1 AND ($2::text IS NULL AND status <> 'archived' OR status = $2)
    AND ($3::text[] IS NULL OR tags @> $3) AND ($4::text[] IS NULL OR search LIKE ALL ($4))
    AND ($5::text IS NULL OR company_id = $5)`;
  const values = [
    ctx.principal.ownerId,
    args.status ?? null,
    tagFilter(args.tag),
    searchPatterns(args.search, args.query),
    args.companyId ?? null,
  ];
  return inTransaction(
    ctx,
    async (em) => {
      const count = `SELECT count(*)::int AS total FROM crm_contacts WHERE erased_at IS NULL AND ${filter}`;
      const [counted] = await executeSql<{ total: number }>(em, count, values);
      const found = await selectContacts(
        em,
        `${filter} AND ($6::timestamptz IS NULL OR (created_at, id) < ($6, $7)) ORDER BY created_at DESC, id DESC LIMIT $8`,
        [...values, after?.[0] ?? null, after?.[1] ?? null, limit + 1],
      );
      const { rows, nextCursor } = cutPage(found, limit, cursors, rowEnd);
      return { contacts: rows.map(showContact), nextCursor, total: counted?.total ?? 0 };
    },
    { readOnly: true },
  );
}

/** One contact of the caller. Throws CONTACT_NOT_FOUND. */
export async function readContact(ctx: HubContext, contactId: string): Promise<CrmContact> {
  const values = [ctx.principal.ownerId, contactId];
  const select = "owner_id = $1 AND id = $2";
  const [row] = await inTransaction(ctx, (em) => selectContacts(em, select, values), { readOnly: true });
  if (!row) throw contactNotFound();
  return showContact(row);
}

/** Consent history of a contact, the latest 200 statements. Throws CONTACT_NOT_FOUND. */
export async function readConsentHistory(ctx: HubContext, contactId: string): Promise<CrmConsentHistory> {
  await readContact(ctx, contactId);
  const sql = `SELECT channel, status, address, source, at FROM crm_consents
    WHERE owner_id = $1 AND contact_id = $2 ORDER BY at DESC, id DESC LIMIT $3`;
  const rows = await inTransaction(
    ctx,
    (em) =>
      executeSql<Omit<CrmConsentRecord, "at"> & { at: string }>(em, sql, [
        ctx.principal.ownerId,
        contactId,
        historyLength,
      ]),
    { readOnly: true },
  );
  return { contactId, consents: rows.map((row) => ({ ...row, at: new Date(row.at) })) };
}

/** A contact as API users see it. */
export function showContact({ id: contactId, ownerId: _, ...shown }: ContactRow): CrmContact {
  return { contactId, ...shown };
}

function tagFilter(tag: string | null | undefined): string[] | null {
  if (tag === null || tag === undefined) return null;
  const faults: FieldFault[] = [];
  const tags = readTags([tag], faults);
  if (faults.length > 0) throw validationError(faults.map((fault) => ({ ...fault, path: "tag" })));
  return tags;
}
