import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { channels, type Channel } from "./contact-address.ts";

export const consentStatuses = ["subscribed", "unsubscribed", "pending", "none"] as const;
export type ConsentStatus = (typeof consentStatuses)[number];

export const contactStatuses = ["active", "bounced", "complained", "archived"] as const;
export type ContactStatus = (typeof contactStatuses)[number];

/** The latest consent of a channel; `none` if there is none. */
export interface Consent {
  status: ConsentStatus;
  source: string | null;
  at: Date | null;
}

/** An owner's data of a contact. */
export interface ContactFacts {
  /** Folded. */
  email: string | null;
  /** E.164. */
  phone: string | null;
  firstName: string | null;
  lastName: string | null;
  company: string | null;
  companyId: string | null;
  tags: string[];
  customFields: Record<string, unknown>;
}

/** A row of `crm_contacts` that is not erased. */
export interface ContactRow extends ContactFacts {
  id: string;
  ownerId: string;
  consent: Record<Channel, Consent>;
  status: ContactStatus;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** Consent as stored: channels without a statement are absent, times are text. */
export type StoredConsent = Partial<Record<Channel, { status: ConsentStatus; source: string; at: string }>>;

interface StoredRow extends Omit<ContactRow, "consent" | "createdAt" | "updatedAt"> {
  consent: StoredConsent;
  createdAt: string;
  updatedAt: string;
}

const columns = `id, owner_id AS "ownerId", email, phone, first_name AS "firstName", last_name AS "lastName", company,
  company_id AS "companyId", tags, custom_fields AS "customFields", consent, status, version, created_at AS "createdAt", updated_at AS "updatedAt"`;

/** Matching contacts that are not erased and that the open transaction may see. */
export async function selectContacts(
  em: EntityManager,
  where: string,
  values: readonly unknown[],
): Promise<ContactRow[]> {
  const sql = `SELECT ${columns} FROM crm_contacts WHERE erased_at IS NULL AND ${where}`;
  return (await executeSql<StoredRow>(em, sql, values)).map(toContact);
}

/** The stored consent with all channels, as it is shown. */
function shownConsent(stored: StoredConsent): Record<Channel, Consent> {
  const entries = channels.map((channel): [Channel, Consent] => {
    const said = stored[channel];
    return [channel, said ? { ...said, at: new Date(said.at) } : { status: "none", source: null, at: null }];
  });
  return Object.fromEntries(entries) as Record<Channel, Consent>;
}

/** The other way round. */
export function storedConsent(consent: Record<Channel, Consent>): StoredConsent {
  const said = channels.flatMap((channel) => {
    const { status, source, at } = consent[channel];
    return at === null ? [] : [[channel, { status, source: source ?? "", at: at.toISOString() }]];
  });
  return Object.fromEntries(said) as StoredConsent;
}

function toContact(row: StoredRow): ContactRow {
  const { consent, createdAt, updatedAt, ...facts } = row;
  return {
    ...facts,
    consent: shownConsent(consent),
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
  };
}
