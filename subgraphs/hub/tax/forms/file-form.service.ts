import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import { toMajor } from "../../../../src/money.ts";
import { readVendorPayments } from "../../accounting/vendors/vendor-payments.rows.ts";
import { ownerOf } from "../../credits/credits.service.ts";
import type { HubContext } from "../../hub.context.ts";
import { lockBusiness } from "../businesses/business.rows.ts";
import { readAskedTin, readForm, withoutTin, type ReadForm } from "./form-draft.service.ts";
import type { FileFormInput } from "./form-input.types.ts";
import { insertDraft, selectForms, type Form, type NewForm } from "./form.rows.ts";
import { markSending } from "./form-marks.rows.ts";
import type { TaxForm } from "./form.types.ts";
import { sendForm } from "./send-form.service.ts";
import { alreadyFiled, businessNotFound, invalidForm } from "../tax.errors.ts";

/**
 * Files a 1099-NEC: recorded as a draft, then sent to the provider, then `submitted`. Of a business, year, recipient and
 * account there is one. A form of a vendor reports what the books have paid that vendor in the year. Throws BUSINESS_NOT_FOUND, NOT_FOUND, INVALID_TIN, INVALID_TAX_FORM, FORM_ALREADY_FILED with its formId, and
 * TAX_PROVIDER_ERROR; where that is `retryable` the same form again takes the draft up, and never files twice.
 */
export async function fileForm(ctx: HubContext, input: FileFormInput): Promise<TaxForm> {
  const ownerId = ownerOf(ctx);
  const { businessId, taxYear, recipient, referenceId = null, vendorId = null, ...content } = input;
  const tin = readAskedTin(recipient);
  const call = { operation: "fileTaxForm", ...withoutTin(ctx, input, recipient, tin) };
  return sendForm(ctx, call, async (em) => {
    if (!(await lockBusiness(em, ownerId, businessId))) throw businessNotFound();
    if (vendorId !== null) await requireVendorTotal(em, ctx, { vendorId, taxYear, input });
    const asked = { taxYear, content, recipient, tin, referenceId, known: null };
    const read = await readForm(ctx, em, { ownerId, asked });
    await requireAccount(em, { businessId, taxYear, read });
    const form = newForm({ ownerId, businessId, taxYear, kind: "original", referenceId, vendorId }, read);
    return placeDraft(ctx, em, form);
  });
}

type FormHead = Pick<NewForm, "ownerId" | "businessId" | "taxYear" | "kind" | "referenceId" | "vendorId">;

/** A new form from validated input. */
export function newForm(head: FormHead, read: ReadForm, originalFormId: string | null = null): NewForm {
  const { content, profile, recipient, warnings, dueDate } = read;
  return {
    ...head,
    id: newId("f1099"),
    originalFormId,
    recipientId: recipient.id,
    tinFingerprint: recipient.tinFingerprint,
    accountNumber: content.accountNumber ?? "",
    content,
    profile,
    warnings,
    dueDate,
  };
}

/**
 * The id of the draft that is to be sent: a new one, or the same form's that was left over. Throws FORM_ALREADY_FILED for
 * any other that has its place.
 */
export async function placeDraft(ctx: HubContext, em: EntityManager, form: NewForm): Promise<string> {
  if (await insertDraft(em, form, ctx.clock.now())) return form.id;
  const [rival] = await selectForms(
    em,
    `f.status <> 'deleted' AND f.business_id = $1 AND ((f.kind = 'original' AND $6 = 'original' AND f.status <> 'voided'
       AND f.tax_year = $2 AND f.tin_fingerprint = $3 AND f.account_number = $4) OR f.reference_id = $5
       OR f.original_form_id = $7)
     ORDER BY f.created_at LIMIT 1`,
    [
      form.businessId,
      form.taxYear,
      form.tinFingerprint,
      form.accountNumber,
      form.referenceId,
      form.kind,
      form.originalFormId,
    ],
  );
  if (!rival) throw new Error("The conflicting form does not exist.");
  if (!(await isLeftOver(em, rival, form))) throw alreadyFiled(rival.id, rival.status);
  await markSending(em, rival.id);
  return rival.id;
}

/** A draft with the same content that no process is sending. */
async function isLeftOver(em: EntityManager, rival: Form, form: NewForm): Promise<boolean> {
  if (rival.status !== "draft" || rival.isSending) return false;
  const sql = `SELECT 1 FROM tax_forms WHERE id = $1 AND profile = $2::jsonb AND content = $3::jsonb AND tax_year = $4
    AND tin_fingerprint = $5 AND kind = $6 AND reference_id IS NOT DISTINCT FROM $7`;
  const texts = [form.profile, form.content].map((value) => JSON.stringify(value));
  const values = [rival.id, ...texts, form.taxYear, form.tinFingerprint, form.kind, form.referenceId];
  return (await executeSql(em, sql, values)).length > 0;
}

/** Box 1 is what the books show for the vendor and year. Throws NOT_FOUND and INVALID_TAX_FORM. */
async function requireVendorTotal(
  em: EntityManager,
  ctx: HubContext,
  { vendorId, taxYear, input }: { vendorId: string; taxYear: number; input: FileFormInput },
): Promise<void> {
  const { form1099Box, paid } = await readVendorPayments(em, ctx, { vendorId, year: taxYear });
  if (form1099Box !== "nonemployee_compensation") {
    const message = "must be a vendor that is marked for nonemployee_compensation";
    throw invalidForm([{ path: "vendorId", message, rule: "form1099Box" }]);
  }
  if (Math.round(input.nonEmployeeCompensation * 100) === paid) return;
  const message = `must be what the vendor was paid in the year: ${toMajor(paid, 2).toFixed(2)}`;
  throw invalidForm([{ path: "nonEmployeeCompensation", message, rule: "vendorTotal" }]);
}

/** A second form for a recipient and year must say of which account it is. */
async function requireAccount(
  em: EntityManager,
  { businessId, taxYear, read }: { businessId: string; taxYear: number; read: ReadForm },
): Promise<void> {
  if (read.content.accountNumber !== null) return;
  const sql = `SELECT 1 FROM tax_forms WHERE business_id = $1 AND tax_year = $2 AND tin_fingerprint = $3
    AND kind = 'original' AND status NOT IN ('voided', 'deleted') AND account_number <> '' LIMIT 1`;
  const others = await executeSql(em, sql, [businessId, taxYear, read.recipient.tinFingerprint]);
  if (others.length === 0) return;
  const message = "is required for a second form for the same recipient and year";
  throw invalidForm([{ path: "accountNumber", message, rule: "required" }]);
}
