import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { toMajor } from "../../../../src/money.ts";
import { ownerOf } from "../../credits/credits.service.ts";
import type { HubContext } from "../../hub.context.ts";
import { newForm, placeDraft } from "./file-form.service.ts";
import type { AskedContent, FormContent } from "./form-content.ts";
import { readAskedTin, readForm, withoutTin, type AskedTin, type ReadForm } from "./form-draft.service.ts";
import type { CorrectFormInput, TaxFormIdInput } from "./form-input.types.ts";
import { lockForm, selectForms, type Form } from "./form.rows.ts";
import { markSending, rewriteForm } from "./form-marks.rows.ts";
import type { TaxForm } from "./form.types.ts";
import type { AskedRecipient } from "./recipient-profile.ts";
import { findRecipient } from "./recipient.rows.ts";
import { sendForm } from "./send-form.service.ts";
import { alreadyFiled, formNotFound, stateConflict } from "../tax.errors.ts";

/**
 * Corrects a form. One that was accepted gets a new form linked to it, and is `corrected` once the provider has that; one
 * that was rejected is sent again as it is meant. Throws FORM_NOT_FOUND, FORM_STATE_CONFLICT for any other, and what
 * filing throws.
 */
export async function correctForm(ctx: HubContext, input: CorrectFormInput): Promise<TaxForm> {
  const ownerId = ownerOf(ctx);
  const { formId, referenceId = null, recipient: given, ...changes } = input;
  const recipient = given ?? {};
  const isSame = !given || (!given.recipientId && !given.tin && !given.tinType);
  const tin = isSame ? null : readAskedTin(recipient);
  const call = { operation: "correctTaxForm", ...withoutTin(ctx, input, recipient, tin) };
  return sendForm(ctx, call, async (em) => {
    const form = await requireForm(em, ownerId, formId);
    const isFix = form.status === "rejected";
    if (!isFix && (form.status !== "accepted" || form.kind === "void")) throw stateConflict(form.status);
    const read = await readChanged(ctx, em, form, { changes, recipient, tin, referenceId });
    if (isFix) return placeAgain(em, form, read);
    const { businessId, taxYear, vendorId } = form;
    const head = { ownerId, businessId, taxYear, kind: "correction" as const, referenceId, vendorId };
    return placeDraft(ctx, em, newForm(head, read, form.id));
  });
}

/**
 * Voids an accepted form by a new one linked to it. Throws FORM_NOT_FOUND, FORM_STATE_CONFLICT and what sending throws.
 */
export async function voidForm(ctx: HubContext, { formId }: TaxFormIdInput): Promise<TaxForm> {
  const ownerId = ownerOf(ctx);
  return sendForm(ctx, { operation: "voidTaxForm", input: { formId } }, async (em) => {
    const form = await requireForm(em, ownerId, formId);
    if (form.status !== "accepted" || form.kind === "void") throw stateConflict(form.status);
    const asked = { changes: {}, recipient: {}, tin: null, referenceId: null };
    const read = await readChanged(ctx, em, form, asked);
    const { businessId, taxYear, vendorId } = form;
    const head = { ownerId, businessId, taxYear, kind: "void" as const, referenceId: null, vendorId };
    return placeDraft(ctx, em, newForm(head, read, form.id));
  });
}

async function requireForm(em: EntityManager, ownerId: string, formId: string): Promise<Form> {
  const form = await lockForm(em, formId);
  if (form?.ownerId !== ownerId) throw formNotFound();
  return form;
}

interface Changes {
  changes: { [Name in keyof AskedContent]?: AskedContent[Name] | null };
  recipient: AskedRecipient;
  tin: AskedTin | null;
  referenceId: string | null;
}

async function readChanged(
  ctx: HubContext,
  em: EntityManager,
  form: Form,
  { changes, recipient, tin, referenceId }: Changes,
): Promise<ReadForm> {
  const { ownerId, taxYear, content, profile } = form;
  const stored = await findRecipient(em, ownerId, form.recipientId);
  const given = Object.entries(changes).filter(([, value]) => value !== undefined && value !== null);
  const merged = { ...inDollars(content), ...Object.fromEntries(given) };
  const known = stored && { recipient: stored, profile };
  return readForm(ctx, em, {
    ownerId,
    asked: { taxYear, content: merged, recipient, tin, referenceId, known },
  });
}

/** A form's content in the form of an input. */
function inDollars(content: FormContent): AskedContent {
  const dollars = (cents: number | null) => (cents === null ? null : toMajor(cents, 2));
  return {
    ...content,
    nonEmployeeCompensation: toMajor(content.nonEmployeeCompensation, 2),
    cashTips: dollars(content.cashTips),
    overtimeCompensation: dollars(content.overtimeCompensation),
    excessGoldenParachutePayments: dollars(content.excessGoldenParachutePayments),
    federalTaxWithheld: dollars(content.federalTaxWithheld),
    states: content.states.map((share) => ({
      ...share,
      stateIncome: dollars(share.stateIncome),
      stateTaxWithheld: dollars(share.stateTaxWithheld),
    })),
  };
}

/** The next attempt of a rejected form. If the outcome of the last attempt is unknown, the content must be the same. */
async function placeAgain(em: EntityManager, form: Form, read: ReadForm): Promise<string> {
  const { id, businessId, taxYear } = form;
  const { content, profile, recipient, warnings } = read;
  if (form.isSending) throw stateConflict(form.status);
  const accountNumber = content.accountNumber ?? "";
  const { id: recipientId, tinFingerprint } = recipient;
  if (form.attempt > form.sentAttempt) {
    const texts = [content, profile].map((value) => JSON.stringify(value));
    const sql =
      "SELECT 1 FROM tax_forms WHERE id = $1 AND content = $2::jsonb AND profile = $3::jsonb AND recipient_id = $4";
    if ((await executeSql(em, sql, [id, ...texts, recipientId])).length === 0)
      throw stateConflict(form.status);
  } else {
    const [rival] = await selectForms(
      em,
      `f.business_id = $1 AND f.tax_year = $2 AND f.tin_fingerprint = $3 AND f.account_number = $4 AND f.id <> $5
         AND f.kind = 'original' AND f.status NOT IN ('voided', 'deleted') LIMIT 1`,
      [businessId, taxYear, tinFingerprint, accountNumber, id],
    );
    if (rival && form.kind === "original") throw alreadyFiled(rival.id, rival.status);
    await rewriteForm(em, { id, recipientId, tinFingerprint, profile, content, warnings, accountNumber });
  }
  await markSending(em, id);
  return id;
}
