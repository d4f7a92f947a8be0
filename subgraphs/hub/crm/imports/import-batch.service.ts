import type { EntityManager } from "@mikro-orm/postgresql";
import { insertRows, type RowsTarget } from "../../../../src/db/insert-rows.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import type { FieldFault } from "../../../../src/errors.ts";
import { writeConsents } from "../contacts/consents.service.ts";
import { toE164 } from "../../../../src/telephony/phone-number.ts";
import { channels, foldEmail, type Channel } from "../contacts/contact-address.ts";
import { selectContacts, type ContactRow } from "../contacts/contact.rows.ts";
import { linkSources } from "../connected-contacts/contact-sources.rows.ts";
import { insertContacts, rewriteContacts } from "../contacts/contact-writes.rows.ts";
import type { ImportColumn } from "./import-columns.ts";
import { ImportDraft, type BatchStock, type RowOutcome } from "./import-draft.ts";
import type { FileRow } from "./import-file.ts";
import { readImportRow, type ImportedContact, type ImportOptions } from "./import-row.ts";
import { lockContactRoom } from "../campaigns/quotas.service.ts";
import {
  refreshContactStatus,
  suppressedAmong,
  suppressOptOuts,
  type SuppressionReason,
} from "../suppressions/suppressions.service.ts";

/** Some rows of a file that come in together. */
export interface ImportBatch {
  importId: string;
  ownerId: string;
  columns: readonly ImportColumn[];
  options: ImportOptions;
  /** Number of its first row in the file, from 0. */
  from: number;
  rows: readonly FileRow[];
  now: Date;
}

/** Rows by what came of them, and remarks on rows that were taken. */
export type BatchCounts = Record<RowOutcome["outcome"] | "noted", number>;

/** Applies the rows in the transaction of `em`, and records remarks about ignored parts. */
export async function applyBatch(em: EntityManager, batch: ImportBatch): Promise<BatchCounts> {
  const read = batch.rows.map(({ cells }) =>
    cells === null ? unreadable : readImportRow(cells, batch.columns, batch.options),
  );
  const good = read.flatMap(({ row, fault }) => (fault === null ? [row] : []));
  const draft = new ImportDraft(await stockFor(em, batch, good));
  const outcomes = read.map(({ row, fault }): RowOutcome =>
    fault === null ? draft.apply(row) : { outcome: "rejected", remarks: [fault] },
  );
  await writeDraft(em, batch, draft);
  return writeRemarks(em, batch, outcomes);
}

const unreadable: { row: ImportedContact; fault: FieldFault } = {
  row: { changes: { country: "US" }, tags: [], consent: {} },
  fault: { path: "", message: "has a quote that is not closed", rule: "quote" },
};

async function stockFor(
  em: EntityManager,
  { ownerId, now, options }: ImportBatch,
  rows: readonly ImportedContact[],
): Promise<BatchStock> {
  const { room } = await lockContactRoom(em, ownerId, now);
  const emails = unique(rows.map(({ changes }) => foldEmail(changes.email ?? "")));
  const phones = unique(rows.map(({ changes }) => toE164(changes.phone ?? "", options.country)));
  const [mailed, called] = [
    await selectContacts(em, "owner_id = $1 AND email = ANY($2) FOR UPDATE", [ownerId, emails]),
    await selectContacts(
      em,
      "owner_id = $1 AND phone = ANY($2) AND email IS NULL ORDER BY created_at DESC, id DESC FOR UPDATE",
      [ownerId, phones],
    ),
  ];
  const sourced = await sourcedContacts(em, { ownerId, options }, rows);
  // The same contact is one object, so that a later row sees what an earlier one changed.
  const byId = new Map([...mailed, ...called].map((row) => [row.id, row]));
  const bySource = new Map(sourced.map(([sourceId, row]) => [sourceId, byId.get(row.id) ?? row]));
  // Contacts keep numbers that a row does not name.
  const kept = [...mailed, ...bySource.values()];
  const numbers = unique([...phones, ...kept.map(({ phone }) => phone)]);
  const addresses = unique([...emails, ...kept.map(({ email }) => email)]);
  const suppressed = {} as Record<Channel, ReadonlyMap<string, SuppressionReason>>;
  for (const channel of channels) {
    const known = channel === "email" ? addresses : numbers;
    suppressed[channel] = await suppressedAmong(em, { ownerId, channel, addresses: known });
  }
  return {
    ownerId,
    now,
    consentSource: options.consentSource,
    room,
    byEmail: new Map(mailed.map((row) => [row.email!, row])),
    byPhone: new Map(called.map((row) => [row.phone!, row])),
    bySource,
    suppressed,
  };
}

/** Contacts that earlier imports of the same address book made of these rows, by their IDs there. */
async function sourcedContacts(
  em: EntityManager,
  { ownerId, options: { source } }: Pick<ImportBatch, "ownerId" | "options">,
  rows: readonly ImportedContact[],
): Promise<[string, ContactRow][]> {
  const sourceIds = rows.flatMap(({ sourceId }) => sourceId ?? []);
  if (!source || sourceIds.length === 0) return [];
  const sql = `SELECT source_id AS "sourceId", contact_id AS "contactId" FROM crm_contact_sources
    WHERE owner_id = $1 AND source = $2 AND source_id = ANY ($3)`;
  const place = `${source.provider}/${source.account}`;
  const links = await executeSql<{ sourceId: string; contactId: string }>(em, sql, [
    ownerId,
    place,
    sourceIds,
  ]);
  const ids = links.map(({ contactId }) => contactId);
  const found = await selectContacts(em, "owner_id = $1 AND id = ANY ($2) FOR UPDATE", [ownerId, ids]);
  const byId = new Map(found.map((row) => [row.id, row]));
  return links.flatMap(({ sourceId, contactId }): [string, ContactRow][] => {
    const row = byId.get(contactId);
    return row ? [[sourceId, row]] : [];
  });
}

async function writeDraft(
  em: EntityManager,
  { ownerId, now, options }: ImportBatch,
  draft: ImportDraft,
): Promise<void> {
  const created = [...draft.created.values()];
  await insertContacts(em, { ownerId, now }, created);
  await rewriteContacts(em, { ownerId, now }, [...draft.updated.values()]);
  await writeConsents(em, draft.consents);
  const { source } = options;
  if (source) await linkSources(em, { ownerId, source: `${source.provider}/${source.account}` }, draft.links);
  for (const channel of channels) {
    const gone = draft.consents.filter((one) => one.channel === channel && one.status === "unsubscribed");
    const addresses = unique(gone.map(({ address }) => address));
    await suppressOptOuts(em, { ownerId, channel, addresses, source: options.consentSource, now });
  }
  const emails = unique(created.map(({ email }) => email));
  if (emails.length > 0) await refreshContactStatus(em, { ownerId, emails, now });
}

const remarkRows: RowsTarget = {
  into: "crm_import_remarks",
  columns: ["import_id", "position", "owner_id", "line", "outcome", "reason", "field", "message"],
};
/** More remarks than that on one row say nothing further. */
const maxRemarksOfRow = 8;

async function writeRemarks(
  em: EntityManager,
  { importId, ownerId, from, rows }: ImportBatch,
  outcomes: readonly RowOutcome[],
): Promise<BatchCounts> {
  const counts: BatchCounts = { created: 0, updated: 0, unchanged: 0, rejected: 0, noted: 0 };
  const written = outcomes.flatMap(({ outcome, remarks }, index) => {
    counts[outcome]++;
    const kind = outcome === "rejected" ? "rejected" : "noted";
    if (kind === "noted") counts.noted += remarks.length;
    return remarks.slice(0, maxRemarksOfRow).map(({ path, rule, message }, part) => {
      const position = (from + index) * maxRemarksOfRow + part;
      return [importId, position, ownerId, rows[index]!.line, kind, rule, path || null, message];
    });
  });
  await insertRows(em, remarkRows, written);
  await executeSql(
    em,
    `UPDATE crm_imports SET done_rows = done_rows + $2, created_rows = created_rows + $3, updated_rows = updated_rows + $4,
       unchanged_rows = unchanged_rows + $5, rejected_rows = rejected_rows + $6, noted_rows = noted_rows + $7 WHERE id = $1`,
    [importId, rows.length, counts.created, counts.updated, counts.unchanged, counts.rejected, counts.noted],
  );
  return counts;
}

function unique(values: readonly (string | null)[]): string[] {
  return [...new Set(values.filter((value) => value !== null))];
}
