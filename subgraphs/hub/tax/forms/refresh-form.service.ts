import { inTransaction, asSystem } from "../../../../src/db/transaction.ts";
import type { HubContext } from "../../hub.context.ts";
import { applyRecord } from "./form-progress.service.ts";
import { lockForm, placeOf, readForms, referenceOf, type Form } from "./form.rows.ts";
import { claimDue, markUnsent } from "./form-marks.rows.ts";
import type { FiledRecord } from "../tax.port.ts";

/**
 * Queries a form's status at the provider and applies it; returns whether anything changed. A form whose sending
 * process died is found by its reference, and released when the provider never received it. Throws TAX_PROVIDER_ERROR.
 */
export async function refreshForm(
  ctx: HubContext,
  { id, ownerId }: Pick<Form, "id" | "ownerId">,
): Promise<boolean> {
  const as = { em: ctx.em, principal: { ownerId } };
  const [form] = await readForms(as, "f.id = $1 AND f.status <> 'deleted'", [id]);
  if (!form) return false;
  const isUnknown = form.attempt > form.sentAttempt;
  if (isUnknown && form.isSending) return false;
  const record = await queryRecord(ctx, form, isUnknown);
  return inTransaction(as, async (em) => {
    const locked = await lockForm(em, id);
    if (!locked || (isUnknown && locked.isSending)) return false;
    if (record) return applyRecord(ctx, em, locked, record);
    await markUnsent(em, id, true);
    return true;
  });
}

function queryRecord({ ports }: HubContext, form: Form, isUnknown: boolean): Promise<FiledRecord | null> {
  const { provider } = ports.tax;
  return isUnknown ? provider.findRecord(referenceOf(form)) : provider.readRecord(placeOf(form));
}

const batchSize = 20;

/** Queries every due form: without a webhook, or whose sending process died. Returns how many were queried. */
export async function refreshDueForms(ctx: HubContext, signal?: AbortSignal): Promise<number> {
  let asked = 0;
  while (!signal?.aborted) {
    const due = await asSystem(ctx.em, (em) => claimDue(em, batchSize));
    if (due.length === 0) break;
    asked += due.length;
    for (const form of due) {
      try {
        await refreshForm(ctx, form);
      } catch (error) {
        ctx.log.warn({ err: error, formId: form.id }, "The state of a tax form could not be read");
      }
    }
  }
  return asked;
}
