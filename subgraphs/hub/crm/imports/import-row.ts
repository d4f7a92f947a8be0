import type { FieldFault } from "../../../../src/errors.ts";
import type { Channel } from "../contacts/contact-address.ts";
import type { ContactChanges } from "../contacts/contact-facts.ts";
import { consentStatuses, type ConsentStatus } from "../contacts/contact.rows.ts";
import type { ImportColumn } from "./import-columns.ts";

/** Options for every row of a file. */
export interface ImportOptions {
  /** Default country of phone numbers. */
  country: string;
  tags: readonly string[];
  consentSource: string;
  /** Entries `heading=field`; absent for imports from before there were any. */
  mapping?: readonly string[];
  /** The connected address book that it is of; absent for files. */
  source?: ContactsSource;
}

/** An address book of a connected account. */
export interface ContactsSource {
  connectionId: string;
  provider: string;
  /** The account at the service as people know it, else the ID of the connection. */
  account: string;
}

/** The contact data of a row. An empty cell changes nothing. */
export interface ImportedContact {
  changes: ContactChanges;
  tags: string[];
  consent: Partial<Record<Channel, ConsentStatus>>;
  /** ID in the address book that the row is of. */
  sourceId?: string;
}

/** Words for consent that lists are kept in. */
const consentWords: Readonly<Record<string, ConsentStatus>> = {
  ...Object.fromEntries(consentStatuses.map((status) => [status, status])),
  yes: "subscribed",
  true: "subscribed",
  no: "unsubscribed",
  false: "unsubscribed",
};

/** Parses the cells of one row, or returns their faults. Pure. */
export function readImportRow(
  cells: readonly string[],
  columns: readonly ImportColumn[],
  options: ImportOptions,
): { row: ImportedContact; fault: FieldFault | null } {
  const changes: ContactChanges & { customFields: Record<string, unknown> } = {
    country: options.country,
    customFields: {},
  };
  const row: ImportedContact = { changes, tags: [...options.tags], consent: {} };
  if (cells.length > columns.length)
    return { row, fault: { path: "", message: "has more cells than the header", rule: "columns" } };
  for (const [index, column] of columns.entries()) {
    const text = cells[index]?.trim() ?? "";
    if (text === "" || column.kind === "ignored") continue;
    if (text.includes("\0"))
      return { row, fault: { path: "", message: "contains a NUL character", rule: "controls" } };
    if (column.kind === "source") row.sourceId = text;
    else if (column.kind === "custom") changes.customFields[column.name] = text;
    else if (column.kind === "tags") row.tags.push(...text.split(/[;|,]/).filter((tag) => tag.trim() !== ""));
    else if (column.kind === "consent") {
      const status = Object.hasOwn(consentWords, text.toLowerCase())
        ? consentWords[text.toLowerCase()]
        : null;
      const path = `consent.${column.channel}`;
      if (!status)
        return {
          row,
          fault: { path, message: "must be subscribed, unsubscribed, pending or none", rule: "enum" },
        };
      row.consent[column.channel] = status;
    } else changes[column.kind] = text;
  }
  return { row, fault: null };
}
