import type { EntityManager } from "@mikro-orm/postgresql";
import { inputWithIndex, refreshBlindIndexes } from "../../../../src/db/blind-index.ts";
import type { KeyedCall } from "../../../../src/db/key-row.ts";
import { newId } from "../../../../src/ids.ts";
import type { HubContext } from "../../hub.context.ts";
import { Faults, type AskedContent, type FormContent } from "./form-content.ts";
import { warningsOf, type FormWarning } from "./form-warnings.ts";
import { dueDateOf } from "./form-years.ts";
import { readContent } from "./read-content.ts";
import { readProfile, type AskedRecipient, type RecipientProfile } from "./recipient-profile.ts";
import { findRecipient, tinPlace, upsertRecipient, type Recipient } from "./recipient.rows.ts";
import { invalidForm, invalidTin } from "../tax.errors.ts";
import { fingerprintOf, fingerprintsOf, tinMessage } from "./tax-numbers.ts";
import { holdsTin, readTin, tinFault, type TinType } from "./tin.ts";

/** A recipient's number as a call names it. */
export interface AskedTin {
  tinType: TinType;
  digits: string;
}

/** The recipient's number, validated; null when a stored recipient is named. Throws INVALID_TIN, INVALID_TAX_FORM. */
export function readAskedTin(asked: AskedRecipient): AskedTin | null {
  const { recipientId, tinType, tin } = asked;
  const isGiven = (value: unknown) => value !== undefined && value !== null;
  const faults = new Faults();
  if (isGiven(recipientId)) {
    for (const name of ["tinType", "tin"] as const)
      if (isGiven(asked[name]))
        faults.add(`recipient.${name}`, "must not be sent with recipientId", "stored");
    if (faults.list.length > 0) throw invalidForm(faults.list);
    return null;
  }
  for (const name of ["tinType", "tin"] as const)
    if (!isGiven(asked[name])) faults.add(`recipient.${name}`, "is required", "required");
  if (faults.list.length > 0) throw invalidForm(faults.list);
  const digits = readTin(tin!);
  const rule = digits === null ? "digits" : tinFault(tinType!, digits);
  if (digits === null || rule !== null)
    throw invalidTin([{ path: "recipient.tin", message: tinMessage(rule!), rule: rule! }]);
  return { tinType: tinType!, digits };
}

/** The input as a keyed hash of it may be kept: the number replaced. */
export function withoutTin(
  ctx: HubContext,
  input: object,
  asked: AskedRecipient,
  tin: AskedTin | null,
): Pick<KeyedCall, "input" | "olderInputs"> {
  if (!tin) return { input };
  return inputWithIndex(fingerprintsOf(ctx, tin.digits), (index) => ({
    ...input,
    recipient: { ...asked, tin: index },
  }));
}

/** The input of a form, with its year. */
export interface AskedForm {
  taxYear: number;
  content: AskedContent;
  recipient: AskedRecipient;
  tin: AskedTin | null;
  referenceId: string | null;
  /** The recipient that the form has already, where it is one that is changed. */
  known: { recipient: Recipient; profile: RecipientProfile } | null;
}

export interface ReadForm {
  content: FormContent;
  profile: RecipientProfile;
  recipient: Recipient;
  warnings: FormWarning[];
  dueDate: string;
}

/** Checks all of a form by the rules of its year and keeps its recipient. Throws INVALID_TAX_FORM with all faults. */
export async function readForm(
  ctx: HubContext,
  em: EntityManager,
  { ownerId, asked }: { ownerId: string; asked: AskedForm },
): Promise<ReadForm> {
  const { taxYear, tin, recipient: given } = asked;
  const now = ctx.clock.now();
  const faults = new Faults();
  if (taxYear > now.getUTCFullYear()) faults.add("taxYear", "must not be after the current year", "maximum");
  const content = readContent(asked.content, taxYear, faults);
  const stored = tin ? null : await storedRecipient(em, ownerId, asked, faults);
  const tinType = tin?.tinType ?? stored?.recipient.tinType ?? "SSN";
  const profile = readProfile(given, { tinType, known: stored?.profile ?? null }, faults);
  if (content.delivery.online && profile.email === null)
    faults.add("recipient.email", "is required for delivery.online", "required");
  const digits = tin?.digits ?? (stored && openTin(ctx, stored.recipient));
  if (digits) refuseTexts(digits, { profile, content, referenceId: asked.referenceId }, faults);
  if (faults.list.length > 0) throw invalidForm(faults.list);
  const dueDate = dueDateOf(taxYear);
  const dates = {
    taxYear,
    dueDate,
    today: now.toISOString().slice(0, 10),
    indexed: ctx.ports.tax.thresholds,
  };
  const recipient = await keepRecipient(ctx, em, {
    ownerId,
    profile,
    tin,
    stored: stored?.recipient ?? null,
  });
  return { content, profile, recipient, warnings: warningsOf(content, dates), dueDate };
}

async function storedRecipient(
  em: EntityManager,
  ownerId: string,
  { recipient: { recipientId }, known }: AskedForm,
  faults: Faults,
): Promise<AskedForm["known"]> {
  if (!recipientId) return known;
  const recipient = await findRecipient(em, ownerId, recipientId);
  if (recipient === null) faults.add("recipient.recipientId", "must be a stored recipient", "exists");
  return recipient && { recipient, profile: recipient.profile };
}

function openTin(ctx: HubContext, { id, tinSealed }: Recipient): string {
  return ctx.ports.keyRing.open(tinSealed, tinPlace(id));
}

/** No other field may carry the number: they are shown and kept as they are. */
function refuseTexts(
  digits: string,
  {
    profile,
    content,
    referenceId,
  }: { profile: RecipientProfile; content: FormContent; referenceId: string | null },
  faults: Faults,
): void {
  const { address, ...names } = profile;
  const texts = [
    ...Object.entries(names).map(([name, text]) => [`recipient.${name}`, text] as const),
    ...Object.entries(address).map(([name, text]) => [`recipient.address.${name}`, text] as const),
    ...content.states.map(
      ({ payerStateNo }, index) => [`states.${index}.payerStateNo`, payerStateNo] as const,
    ),
    ["accountNumber", content.accountNumber] as const,
    ["referenceId", referenceId] as const,
  ];
  for (const [path, text] of texts)
    if (text !== null && holdsTin(text, digits))
      faults.add(path, "must not contain the recipient's TIN", "holds_tin");
}

interface KeptRecipient {
  ownerId: string;
  profile: RecipientProfile;
  tin: AskedTin | null;
  stored: Recipient | null;
}

async function keepRecipient(
  ctx: HubContext,
  em: EntityManager,
  { ownerId, profile, tin, stored }: KeptRecipient,
): Promise<Recipient> {
  const now = ctx.clock.now();
  const digits = tin?.digits ?? openTin(ctx, stored!);
  const columns = [
    { table: "tax_recipients", column: "tin_fingerprint" },
    { table: "tax_forms", column: "tin_fingerprint" },
  ];
  await refreshBlindIndexes(em, { indexes: fingerprintsOf(ctx, digits), ownerId, columns });
  if (tin === null) {
    const recipient = { ...stored!, tinFingerprint: fingerprintOf(ctx, digits), profile };
    return upsertRecipient(em, { ownerId, recipient, now });
  }
  const id = newId("rcp");
  const recipient = {
    id,
    tinType: tin.tinType,
    tinSealed: ctx.ports.keyRing.seal(tin.digits, tinPlace(id)),
    tinFingerprint: fingerprintOf(ctx, tin.digits),
    tinLast4: tin.digits.slice(5),
    profile,
  };
  return upsertRecipient(em, { ownerId, recipient, now });
}
