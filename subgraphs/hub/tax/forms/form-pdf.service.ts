import { createHash } from "node:crypto";
import type { HubContext } from "../../hub.context.ts";
import { readBusinesses } from "../businesses/business.rows.ts";
import { formPdf } from "./form-pdf.ts";
import type { TaxFormPdf } from "./form.types.ts";
import { findForm } from "./read-forms.service.ts";

/** Copy B of a form. Throws FORM_NOT_FOUND. */
export async function readFormPdf(ctx: HubContext, formId: string): Promise<TaxFormPdf> {
  const form = await findForm(ctx, formId);
  const [business] = await readBusinesses(ctx, form.businessId);
  const bytes = await formPdf(form, business!, ctx.ports.tax.environment === "sandbox");
  return {
    formId,
    filename: `1099-nec-${form.taxYear}-copy-b.pdf`,
    contentType: "application/pdf",
    encoding: "base64",
    content: bytes.toString("base64"),
    size: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  };
}
