import type { FieldFault } from "../../../../src/errors.ts";
import { channels, type Channel } from "../contacts/contact-address.ts";
import { maxCustomFields, nameFault } from "../contacts/contact-custom-fields.ts";

/** Meaning of a file's column. */
export type ImportColumn =
  | { kind: "email" | "phone" | "firstName" | "lastName" | "company" | "tags" }
  | { kind: "consent"; channel: Channel }
  | { kind: "custom"; name: string }
  | { kind: "source" }
  | { kind: "ignored" };

/** Columns of the file that an address book of a connection becomes. */
export const sourceColumns: readonly ImportColumn[] = [
  { kind: "source" },
  ...(["email", "phone", "firstName", "lastName", "company"] as const).map((kind) => ({ kind })),
];

/** Headings as other programs write them, without case, blanks and marks. */
const known = new Map<string, ImportColumn>([
  ...["email", "emailaddress", "mail"].map((name) => [name, { kind: "email" }] as const),
  ...["phone", "phonenumber", "mobile", "mobilephone", "cell"].map(
    (name) => [name, { kind: "phone" }] as const,
  ),
  ...["firstname", "givenname"].map((name) => [name, { kind: "firstName" }] as const),
  ...["lastname", "surname", "familyname"].map((name) => [name, { kind: "lastName" }] as const),
  ...["company", "organization", "organisation"].map((name) => [name, { kind: "company" }] as const),
  ...["tags", "tag", "labels"].map((name) => [name, { kind: "tags" }] as const),
  ...channels.flatMap((channel) =>
    [`${channel}consent`, `consent${channel}`].map((name) => [name, { kind: "consent", channel }] as const),
  ),
]);

/**
 * Maps the headings to columns, with every fault: `path` is `csv.header.<column from 1>`, or `mapping.<entry from 0>`.
 * `mapping` has entries `heading=field` for headings that are not recognised as they are. Pure.
 */
export function readHeader(
  headings: readonly string[],
  mapping: readonly string[] = [],
): { columns: ImportColumn[]; faults: FieldFault[] } {
  const { fields, faults } = readMapping(headings, mapping);
  const taken = new Set<string>();
  const columns = headings.map((heading, index): ImportColumn => {
    const path = `csv.header.${index + 1}`;
    const column = fields.get(fold(heading)) ?? toColumn(heading);
    if (column.kind === "ignored") return column;
    const key = JSON.stringify(column).toLowerCase();
    if (taken.has(key))
      faults.push({
        path,
        message: "is the second column for this field; map each field to one column",
        rule: "unique",
      });
    taken.add(key);
    const fault = column.kind === "custom" ? nameFault(column.name) : null;
    if (fault) faults.push({ path, ...fault });
    return column;
  });
  const customs = columns.filter(({ kind }) => kind === "custom").length;
  if (customs > maxCustomFields)
    faults.push({
      path: "csv.header",
      message: `has more than ${maxCustomFields} custom fields`,
      rule: "maxItems",
    });
  if (!columns.some(({ kind }) => kind === "email" || kind === "phone"))
    faults.push({ path: "csv.header", message: "must have an email or phone column", rule: "required" });
  return { columns, faults };
}

const fold = (heading: string) => heading.trim().normalize("NFC").toLowerCase();

/** The columns of an explicit mapping by their headings. `ignore` leaves a column out. */
function readMapping(headings: readonly string[], mapping: readonly string[]) {
  const faults: FieldFault[] = [];
  const fields = new Map<string, ImportColumn>();
  const present = new Set(headings.map(fold));
  for (const [index, entry] of mapping.entries()) {
    const path = `mapping.${index}`;
    const cut = entry.lastIndexOf("=");
    const heading = fold(entry.slice(0, Math.max(cut, 0)));
    const field = entry.slice(cut + 1).trim();
    if (cut < 1 || field === "")
      faults.push({ path, message: "must be a heading and a field as heading=field", rule: "mapping" });
    else if (!present.has(heading))
      faults.push({ path, message: "must name a heading of the file", rule: "heading" });
    else if (fields.has(heading))
      faults.push({ path, message: "must map each heading once", rule: "unique" });
    else fields.set(heading, field === "ignore" ? { kind: "ignored" } : toColumn(field));
  }
  return { fields, faults };
}

function toColumn(heading: string): ImportColumn {
  const trimmed = heading.trim();
  return (
    known.get(trimmed.toLowerCase().replaceAll(/[\s_.-]/g, "")) ?? {
      kind: "custom",
      name: toFieldName(trimmed.replace(/^custom[._ ]/i, "")),
    }
  );
}

/** `Lead source` becomes `leadSource`; a valid name stays as it is. */
function toFieldName(heading: string): string {
  const joined = heading.replaceAll(/[\s.-]+(\S?)/g, (_blank, next: string) => next.toUpperCase());
  return joined.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase());
}
