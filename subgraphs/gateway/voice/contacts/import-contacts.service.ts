import { parse } from "csv-parse/sync";
import { csvBounds } from "../../../../src/text/csv.ts";
import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { DomainError, validationError } from "../../../../src/errors.ts";
import { toE164 } from "../../../../src/telephony/phone-number.ts";
import { isTimezone } from "../../base/wall-clock.ts";
import { insertAll, updateRow } from "../voice.rows.ts";
import type { ConsentKind } from "../voice-tables.ts";
import type { VoiceContext } from "../voice.context.ts";
import { addConsent } from "./consent.service.ts";
import { findByPhone, newContact } from "./contacts.service.ts";
import type { CallContactImport, CallContactRowFault, ImportCallContactsInput } from "./contacts.types.ts";
import { lockNumber } from "./guards.service.ts";
import { consentKinds } from "./permissions.types.ts";

const maxRows = 2_000;
const fields = ["name", "phone", "timezone", "consent"] as const;
type Field = (typeof fields)[number];

interface ReadContact {
  name: string;
  phone: string;
  timezone: string | null;
  consent: ConsentKind | null;
}

/**
 * Adds the contacts of a CSV text; a known number is updated from its row. Invalid rows are reported and skipped.
 * Throws VALIDATION_ERROR for invalid CSV, too many rows or a missing number column.
 */
export function importContacts(
  ctx: VoiceContext,
  input: ImportCallContactsInput,
): Promise<CallContactImport> {
  const rows = readRows(input);
  return exactlyOnce(ctx, { operation: "importCallContacts", input }, async (em) => {
    const errors: CallContactRowFault[] = [];
    const good: ReadContact[] = [];
    for (const [at, row] of rows.entries()) {
      const faults = faultsOf(row, input.defaultCountry ?? "US");
      errors.push(...faults.map((fault) => ({ row: at + 1, ...fault })));
      if (faults.length === 0) good.push(readContact(row, input.defaultCountry ?? "US"));
    }
    const rejected = new Set(errors.map(({ row }) => row)).size;
    let added = 0;
    // In one order, so that two imports at once do not wait for each other.
    for (const contact of good.toSorted((a, b) => (a.phone < b.phone ? -1 : 1)))
      if (await takeContact(em, ctx, contact)) added += 1;
    return { added, merged: good.length - added, rejected, errors };
  });
}

/** True when the number is new. */
async function takeContact(
  em: EntityManager,
  ctx: VoiceContext,
  { name, phone, timezone, consent }: ReadContact,
): Promise<boolean> {
  const fresh = newContact(ctx, { name, phone, timezone, variables: {} });
  await lockNumber(em, fresh.ownerId, phone);
  const known = await findByPhone(em, fresh.ownerId, phone);
  if (known) {
    const { updatedAt } = fresh;
    const changes = { name, timezone: timezone ?? known.timezone, version: known.version + 1, updatedAt };
    await updateRow(em, "caller_contacts", known.id, changes);
  } else await insertAll(em, "caller_contacts", [fresh]);
  if (consent) await addConsent(em, ctx, phone, { kind: consent, source: "import" });
  return known === null;
}

type Row = Partial<Record<Field, string>>;

function faultsOf({ name = "", phone = "", timezone = "", consent = "" }: Row, country: string) {
  const faults: { path: string; message: string }[] = [];
  if (name.trim() === "" || name.length > 200)
    faults.push({ path: "name", message: "must be a name of at most 200 characters" });
  if (toE164(phone, country) === null)
    faults.push({ path: "phone", message: "must be a valid phone number" });
  if (timezone !== "" && !isTimezone(timezone))
    faults.push({ path: "timezone", message: "must be an IANA time zone" });
  if (consent !== "" && !(consentKinds as readonly string[]).includes(consent))
    faults.push({ path: "consent", message: "must be express, written or revoked" });
  return faults;
}

/** Of a row without faults. */
function readContact({ name, phone, timezone, consent }: Row, country: string): ReadContact {
  return {
    name: name!.trim(),
    phone: toE164(phone!, country)!,
    timezone: timezone || null,
    consent: (consent || null) as ConsentKind | null,
  };
}

function readRows({ csv, mapping }: ImportCallContactsInput): Row[] {
  const heading = (field: Field) => {
    const given = mapping?.[field];
    return typeof given === "string" ? given.trim().toLowerCase() : field;
  };
  try {
    const records = parse(csv, {
      ...csvBounds,
      columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
      bom: true,
      skip_empty_lines: true,
      trim: true,
    }) as Record<string, string>[];
    if (records.length > maxRows)
      throw validationError([{ path: "csv", message: "must have at most 2,000 rows", rule: "maxRows" }]);
    if (records[0] && !Object.hasOwn(records[0], heading("phone")))
      throw validationError([{ path: "csv", message: "must have a column of phone numbers", rule: "phone" }]);
    return records.map((record) =>
      Object.fromEntries(fields.map((field) => [field, cellOf(record, heading(field))])),
    );
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw validationError([{ path: "csv", message: "must be CSV text with a header row", rule: "csv" }]);
  }
}

/** A column that the client names; empty where the record has none. */
function cellOf(record: Record<string, string>, column: string): string {
  return Object.hasOwn(record, column) ? record[column]! : "";
}
