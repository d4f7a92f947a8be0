import type { EntityManager } from "@mikro-orm/postgresql";
import { emitEvents } from "../../../../src/db/outbox.ts";
import type { HubContext } from "../../hub.context.ts";
import { lockForm, referenceOf, type Form } from "./form.rows.ts";
import { markFiled, markStatus } from "./form-marks.rows.ts";
import { canStep, stepsTo, type FormStatus } from "./form-states.ts";
import { nameOf } from "./recipient-profile.ts";
import { problemOf, type FormProblem } from "../service/rejection-codes.ts";
import type { FiledRecord } from "../tax.port.ts";

/**
 * Applies the provider's status to a locked form, in the open transaction: every transition on the way, with its event.
 * An old status, and one of another attempt, change nothing. Returns whether anything changed.
 */
export async function applyRecord(
  ctx: HubContext,
  em: EntityManager,
  form: Form,
  record: FiledRecord,
): Promise<boolean> {
  const isNew = form.attempt > form.sentAttempt && record.reference === referenceOf(form);
  if (!isNew && record.recordId !== form.recordId) return false;
  const steps: FormStatus[] =
    isNew && form.status === "rejected"
      ? ["submitted", ...stepsTo("submitted", record.status)]
      : stepsTo(form.status, record.status);
  const status = steps.at(-1);
  if (status === undefined) return false;
  const now = ctx.clock.now();
  const errors = status === "rejected" ? record.errors.map(problemOf) : [];
  const isPending = status === "submitted" || status === "transmitted";
  const sentAttempt = isNew ? form.attempt : form.sentAttempt;
  const { submissionId, recordId } = record;
  await markFiled(em, { id: form.id, status, submissionId, recordId, errors, sentAttempt, isPending }, now);
  const told = steps.filter((step) => step !== "transmitted");
  await emitSteps(em, form, told, errors);
  if (form.status === "draft" && form.originalFormId !== null) await changeOriginal(ctx, em, form);
  return true;
}

/** The form that is corrected or voided takes its own step once the provider has the one that does so. */
async function changeOriginal(
  ctx: HubContext,
  em: EntityManager,
  { kind, originalFormId }: Form,
): Promise<void> {
  const original = await lockForm(em, originalFormId!);
  const status = kind === "void" ? "voided" : "corrected";
  if (!original || !canStep(original.status, status)) return;
  await markStatus(em, original.id, status, ctx.clock.now());
  await emitSteps(em, original, [status], original.errors);
}

function emitSteps(
  em: EntityManager,
  form: Form,
  steps: readonly FormStatus[],
  errors: readonly FormProblem[],
): Promise<string[]> {
  const { id: formId, ownerId, formType, taxYear, businessId, profile, tinLast4 } = form;
  const facts = { formId, formType, taxYear, businessId, recipientName: nameOf(profile), tinLast4 };
  const events = steps.map((status) => ({
    type: `tax.form.${status}`,
    objectId: formId,
    appId: null,
    ownerId,
    payload: { ...facts, status, errors: status === "rejected" ? errors : [] },
  }));
  return emitEvents(em, events);
}
