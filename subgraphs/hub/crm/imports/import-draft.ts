import type { FieldFault } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import {
  consentAfterMove,
  evaluateFileConsent,
  noConsent,
  type Suppressed,
} from "../contacts/consent-rules.ts";
import { addressOf, type ConsentRecord } from "../contacts/consents.service.ts";
import { channels, type Channel } from "../contacts/contact-address.ts";
import { changeFacts, noFacts } from "../contacts/contact-facts.ts";
import type { ContactFacts, ContactRow } from "../contacts/contact.rows.ts";
import type { ImportedContact } from "./import-row.ts";
import type { SuppressionReason } from "../suppressions/suppressions.service.ts";

/** Outcome of a row, with remarks about its ignored parts. */
export interface RowOutcome {
  outcome: "created" | "updated" | "unchanged" | "rejected";
  remarks: FieldFault[];
}

/** The account's contacts that the rows of one batch refer to, and how many more it may have (-1: no limit). */
export interface BatchStock {
  ownerId: string;
  now: Date;
  consentSource: string;
  room: number;
  byEmail: Map<string, ContactRow>;
  /** Contacts without an e-mail. */
  byPhone: Map<string, ContactRow>;
  /** Contacts that earlier imports of the same address book know, by their IDs there. */
  bySource: Map<string, ContactRow>;
  suppressed: Record<Channel, ReadonlyMap<string, SuppressionReason>>;
}

/** Applies rows of a file to the contacts in memory, one after the other, and collects the writes. */
export class ImportDraft {
  readonly created = new Map<string, ContactRow>();
  readonly updated = new Map<string, ContactRow>();
  readonly consents: ConsentRecord[] = [];
  /** IDs of contacts by the IDs in the address book. */
  readonly links = new Map<string, string>();
  readonly #stock: BatchStock;

  constructor(stock: BatchStock) {
    this.#stock = stock;
  }

  apply(row: ImportedContact): RowOutcome {
    const { facts: own, faults } = changeFacts(noFacts, { ...row.changes, tags: row.tags });
    if (faults.length > 0) return rejected(faults);
    const { email, phone } = own;
    const addressed = email === null ? this.#stock.byPhone.get(phone!) : this.#stock.byEmail.get(email);
    const sourced = row.sourceId === undefined ? undefined : this.#stock.bySource.get(row.sourceId);
    if (sourced && addressed && email !== null && addressed.id !== sourced.id)
      return rejected([
        { path: "email", message: "belongs to another contact; merge the two first", rule: "taken" },
      ]);
    const known = sourced ?? addressed;
    return known ? this.#update(known, row) : this.#create(own, row);
  }

  #create(facts: ContactFacts, row: ImportedContact): RowOutcome {
    const { ownerId, now } = this.#stock;
    if (this.#stock.room === 0)
      return rejected([
        {
          path: "",
          message: "cannot be imported: the plan's contact quota is used up; upgrade the plan",
          rule: "quota",
        },
      ]);
    if (this.#stock.room > 0) this.#stock.room--;
    const nobody = { email: null, phone: null, consent: noConsent };
    const contact: ContactRow = {
      ...facts,
      id: newId("ct"),
      ownerId,
      consent: consentAfterMove(nobody, facts, this.#suppressedOf(facts), now),
      status: "active",
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    const { contact: agreed, remarks } = this.#withConsent(contact, row);
    this.created.set(agreed.id, agreed);
    this.#remember(agreed, row);
    return { outcome: "created", remarks };
  }

  #update(known: ContactRow, row: ImportedContact): RowOutcome {
    if (known.status === "archived")
      return rejected([
        { path: "", message: "belongs to an archived contact; restore it first", rule: "archived" },
      ]);
    const { facts, faults } = changeFacts(known, { ...row.changes, tags: [...known.tags, ...row.tags] });
    if (faults.length > 0) return rejected(faults);
    const consent = consentAfterMove(known, facts, this.#suppressedOf(facts), this.#stock.now);
    const { contact, remarks } = this.#withConsent({ ...known, ...facts, consent }, row);
    if (isSame(known, contact)) {
      this.#link(known, row);
      return { outcome: "unchanged", remarks };
    }
    (this.created.has(contact.id) ? this.created : this.updated).set(contact.id, contact);
    if (known.email !== null && known.email !== contact.email) this.#stock.byEmail.delete(known.email);
    this.#remember(contact, row);
    return { outcome: "updated", remarks };
  }

  #withConsent(contact: ContactRow, row: ImportedContact): { contact: ContactRow; remarks: FieldFault[] } {
    const { ownerId, now, consentSource: source } = this.#stock;
    const remarks: FieldFault[] = [];
    const consent = { ...contact.consent };
    for (const channel of channels) {
      const asked = row.consent[channel];
      const address = addressOf(contact, channel);
      if (asked === undefined || address === null) continue;
      const current = consent[channel].status;
      const { status, kept } = evaluateFileConsent(
        current,
        asked,
        this.#stock.suppressed[channel].get(address),
      );
      if (kept !== null) remarks.push({ path: `consent.${channel}`, message: keptWords[kept], rule: kept });
      if (status === current) continue;
      consent[channel] = { status, source, at: now };
      this.consents.push({ ownerId, contactId: contact.id, channel, address, status, source, now });
    }
    return { contact: { ...contact, consent }, remarks };
  }

  #suppressedOf(facts: ContactFacts): Suppressed {
    const { suppressed } = this.#stock;
    return Object.fromEntries(
      channels.map((channel) => [channel, suppressed[channel].get(addressOf(facts, channel) ?? "")]),
    );
  }

  #link(contact: ContactRow, { sourceId }: ImportedContact): void {
    if (sourceId === undefined) return;
    this.links.set(sourceId, contact.id);
    this.#stock.bySource.set(sourceId, contact);
  }

  #remember(contact: ContactRow, row: ImportedContact): void {
    this.#link(contact, row);
    if (contact.email !== null) this.#stock.byEmail.set(contact.email, contact);
    else this.#stock.byPhone.set(contact.phone!, contact);
  }
}

const keptWords = {
  optedOut: "has opted out; an import cannot reverse an opt-out",
  suppressed: "is suppressed; the consent was not imported",
} as const;

function rejected(remarks: FieldFault[]): RowOutcome {
  return { outcome: "rejected", remarks };
}

function isSame(a: ContactRow, b: ContactRow): boolean {
  const shown = ({ email, phone, firstName, lastName, company, tags, customFields, consent }: ContactRow) =>
    JSON.stringify([
      email,
      phone,
      firstName,
      lastName,
      company,
      tags,
      Object.entries(customFields).sort(([one], [other]) => (one < other ? -1 : 1)),
      consent,
    ]);
  return shown(a) === shown(b);
}
