import { readRows } from "../../../../src/db/read-rows.ts";
import { ownerOf } from "../../credits/credits.service.ts";
import type { HubContext } from "../../hub.context.ts";
import type { TaxFormsArgs } from "./form-input.types.ts";
import { showForm } from "./form-view.ts";
import { readForms, type Form } from "./form.rows.ts";
import type { TaxForm, TaxFormPage } from "./form.types.ts";
import { formNotFound } from "../tax.errors.ts";

const where = `f.owner_id = $1 AND f.status <> 'deleted' AND ($2::text IS NULL OR f.business_id = $2)
  AND ($3::int IS NULL OR f.tax_year = $3) AND ($4::text IS NULL OR f.status = $4)`;

/** Forms of the caller's account that fit the filters, newest first. */
export async function listForms(ctx: HubContext, args: TaxFormsArgs): Promise<TaxFormPage> {
  const { businessId = null, taxYear = null, status = null, limit, offset } = args;
  const values = [ownerOf(ctx), businessId, taxYear, status];
  const [counts, forms] = await Promise.all([
    readRows<{ total: number }>(ctx, {
      sql: `SELECT count(*)::int AS total FROM tax_forms f WHERE ${where}`,
      parameters: values,
    }),
    readForms(ctx, `${where} ORDER BY f.created_at DESC, f.id DESC LIMIT $5 OFFSET $6`, [
      ...values,
      limit,
      offset,
    ]),
  ]);
  return { forms: forms.map(showForm), total: counts[0]!.total };
}

/** One form. Throws FORM_NOT_FOUND. */
export async function getForm(ctx: HubContext, formId: string): Promise<TaxForm> {
  return showForm(await findForm(ctx, formId));
}

/** The same as it is stored. */
export async function findForm(ctx: HubContext, formId: string): Promise<Form> {
  const condition = "f.owner_id = $1 AND f.id = $2 AND f.status <> 'deleted'";
  const [form] = await readForms(ctx, condition, [ownerOf(ctx), formId]);
  if (!form) throw formNotFound();
  return form;
}
