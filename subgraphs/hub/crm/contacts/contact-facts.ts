import type { FieldFault } from "../../../../src/errors.ts";
import { toE164 } from "../../../../src/telephony/phone-number.ts";
import { foldEmail } from "./contact-address.ts";
import { customFieldFaults, hasControls, mergeCustomFields } from "./contact-custom-fields.ts";
import type { ContactFacts } from "./contact.rows.ts";

/** Changes to a contact: an omitted field stays as it is, null clears it. */
export interface ContactChanges {
  email?: string | null | undefined;
  phone?: string | null | undefined;
  /** Default country of phone numbers. */
  country: string;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  company?: string | null | undefined;
  companyId?: string | null | undefined;
  tags?: readonly string[] | null | undefined;
  customFields?: Readonly<Record<string, unknown>> | null | undefined;
}

export const noFacts: ContactFacts = {
  email: null,
  phone: null,
  firstName: null,
  lastName: null,
  company: null,
  companyId: null,
  tags: [],
  customFields: {},
};

export const maxTags = 50;
const names = { firstName: 100, lastName: 100, company: 200 } as const;

/** The facts with the changes in them, in their stored form, and every fault of the changes. Pure. */
export function changeFacts(
  facts: ContactFacts,
  changes: ContactChanges,
): { facts: ContactFacts; faults: FieldFault[] } {
  const faults: FieldFault[] = [];
  const changed = { ...facts };
  if (changes.email !== undefined) changed.email = readEmail(changes.email, faults);
  if (changes.phone !== undefined) changed.phone = readPhone(changes.phone, changes.country, faults);
  for (const [path, maxLength] of Object.entries(names) as [keyof typeof names, number][]) {
    const value = changes[path];
    if (value !== undefined) changed[path] = readName(path, value, maxLength, faults);
  }
  if (changes.companyId !== undefined) changed.companyId = changes.companyId;
  if (changes.tags !== undefined) changed.tags = readTags(changes.tags ?? [], faults);
  if (changes.customFields !== undefined)
    changed.customFields = readCustomFields(facts.customFields, changes.customFields, faults);
  if (faults.length === 0 && changed.email === null && changed.phone === null)
    faults.push({ path: "email", message: "is required without a phone number", rule: "required" });
  return { facts: changed, faults };
}

function readEmail(value: string | null, faults: FieldFault[]): string | null {
  const folded = value === null ? null : foldEmail(value);
  if (value !== null && folded === null)
    faults.push({ path: "email", message: "must be an e-mail address", rule: "email" });
  return folded;
}

function readPhone(value: string | null, country: string, faults: FieldFault[]): string | null {
  const number = value === null ? null : toE164(value, country);
  if (value !== null && number === null)
    faults.push({ path: "phone", message: "must be a phone number", rule: "phone" });
  return number;
}

function readName(
  path: string,
  value: string | null,
  maxLength: number,
  faults: FieldFault[],
): string | null {
  const text = value?.trim() ?? "";
  if (text.length > maxLength)
    faults.push({ path, message: `must have at most ${maxLength} characters`, rule: "maxLength" });
  else if (hasControls(text, { isLine: true }))
    faults.push({ path, message: "must be one line without control characters", rule: "controls" });
  return text === "" ? null : text;
}

/** Tags as they are kept: lower case, each once, in the order given. */
export function readTags(tags: readonly string[], faults: FieldFault[]): string[] {
  const kept = new Set<string>();
  for (const [index, tag] of tags.entries()) {
    const folded = tag.trim().normalize("NFC").toLowerCase();
    const isGood = folded !== "" && folded.length <= 50 && !/[,;|]/.test(folded);
    if (!isGood || hasControls(folded, { isLine: true }))
      faults.push({
        path: `tags.${index}`,
        message: "must have 1 to 50 characters and no comma, semicolon or vertical bar",
        rule: "tag",
      });
    else kept.add(folded);
  }
  if (kept.size > maxTags)
    faults.push({ path: "tags", message: `must have at most ${maxTags} tags`, rule: "maxItems" });
  return [...kept];
}

function readCustomFields(
  fields: Record<string, unknown>,
  changes: Readonly<Record<string, unknown>> | null,
  faults: FieldFault[],
): Record<string, unknown> {
  if (changes === null) return {};
  const bad = customFieldFaults(changes);
  faults.push(...bad);
  if (bad.length > 0) return fields;
  const { fields: merged, fault } = mergeCustomFields(fields, changes);
  if (fault) faults.push(fault);
  return merged;
}
