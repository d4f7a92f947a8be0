import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError, validationError, type FieldFault } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { notFound } from "../../base/gateway.errors.ts";
import { BookingEntity } from "../bookings/booking.entity.ts";
import { readAnswers, type Answer } from "./intake-answers.ts";
import { findAnsweredForm, findForms, lockService, writeForm, type FormRow } from "./intake-forms.rows.ts";
import type * as types from "./intake-forms.types.ts";

/** Adds a form to a service. Throws NOT_FOUND, VALIDATION_ERROR, and DUPLICATE where the service has one. */
export function createIntakeForm(
  ctx: GatewayContext,
  input: types.CreateIntakeFormInput,
): Promise<types.IntakeForm> {
  const questions = questionsOf(input.questions);
  return exactlyOnce(ctx, { operation: "createIntakeForm", input }, async (em) => {
    const { serviceId } = input;
    if (!(await lockService(em, ownerOf(ctx), serviceId))) throw notFound("service");
    const [known] = await findForms(em, ownerOf(ctx), { serviceId });
    if (known)
      throw new DomainError("DUPLICATE", "This service has an intake form. Update that form instead.", {
        formId: known.id,
      });
    const now = ctx.clock.now();
    const form = { id: newId("ifm"), serviceId, version: 1, questions, createdAt: now, updatedAt: now };
    await writeForm(em, ownerOf(ctx), form);
    return form;
  });
}

/** Replaces the questions of a form. Answers keep the version that they were given to. Throws NOT_FOUND and VALIDATION_ERROR. */
export function updateIntakeForm(
  ctx: GatewayContext,
  input: types.UpdateIntakeFormInput,
): Promise<types.IntakeForm> {
  const questions = questionsOf(input.questions);
  return exactlyOnce(ctx, { operation: "updateIntakeForm", input }, async (em) => {
    const [form] = await findForms(em, ownerOf(ctx), { formId: input.formId, lock: true });
    if (!form) throw notFound("intake form");
    if (JSON.stringify(form.questions) === JSON.stringify(questions)) return form;
    const changed = { ...form, questions, version: form.version + 1, updatedAt: ctx.clock.now() };
    await writeForm(em, ownerOf(ctx), changed);
    return changed;
  });
}

/** The forms of the account, oldest first. */
export function listIntakeForms(
  ctx: GatewayContext,
  { serviceId = null }: types.IntakeFormsArgs,
): Promise<types.IntakeForm[]> {
  return inTransaction(ctx, (em) => findForms(em, ownerOf(ctx), { serviceId }), { readOnly: true });
}

/** The answers of a booking with the questions as they were asked. Throws NOT_FOUND. */
export function readIntakeAnswers(
  ctx: GatewayContext,
  { bookingId }: types.IntakeAnswersArgs,
): Promise<types.IntakeAnswers> {
  return inTransaction(
    ctx,
    async (em) => {
      const where = { id: bookingId, ownerId: ownerOf(ctx), status: { $ne: "held" } } as const;
      const booking = await em.findOne(BookingEntity, where);
      if (!booking) throw notFound("booking");
      const form = await findAnsweredForm(em, ownerOf(ctx), bookingId);
      const answers = booking.answers ?? {};
      return {
        bookingId,
        formId: form?.id ?? null,
        formVersion: form?.version ?? null,
        answers: [...asked(form, answers), ...unasked(form, answers)],
      };
    },
    { readOnly: true },
  );
}

/** Answers that fit a form, and the form. */
export interface CheckedAnswers {
  form: FormRow;
  answers: Record<string, Answer>;
}

/**
 * Checks answers against the form of a service; null where the service has none, or one
 * without questions. Throws VALIDATION_ERROR with a fault for each
 * answer that is missing, unknown or of another type.
 */
export async function checkAnswers(
  em: EntityManager,
  ownerId: string,
  serviceId: string,
  given: Readonly<Record<string, unknown>>,
): Promise<CheckedAnswers | null> {
  const [form] = await findForms(em, ownerId, { serviceId });
  return form && form.questions.length > 0 ? checkAgainst(form, given) : null;
}

/** As `checkAnswers`, against one version of a form. */
export function checkAgainst(form: FormRow, given: Readonly<Record<string, unknown>>): CheckedAnswers {
  const { answers, faults } = readAnswers(form.questions, given);
  if (faults.length > 0) throw validationError(faults);
  return { form, answers };
}

function asked(form: FormRow | null, answers: Record<string, unknown>): types.IntakeAnswer[] {
  return (form?.questions ?? []).map(({ key, label, type }) => ({
    key,
    label,
    type,
    value: Object.hasOwn(answers, key) ? textOf(answers[key]) : null,
  }));
}

/** Answers of bookings without a form. */
function unasked(form: FormRow | null, answers: Record<string, unknown>): types.IntakeAnswer[] {
  const known = new Set((form?.questions ?? []).map(({ key }) => key));
  const others = Object.entries(answers).filter(([key]) => !known.has(key));
  return others.map(([key, value]) => ({ key, label: key, type: null, value: textOf(value) }));
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Questions as they are stored. Throws VALIDATION_ERROR for keys that occur twice, and options and conditions that do not fit. */
function questionsOf(given: readonly types.IntakeQuestionInput[]): types.IntakeQuestion[] {
  const faults: FieldFault[] = [];
  const seen = new Set<string>();
  given.forEach(({ key, type, options, showIf }, index) => {
    const path = `questions.${index}`;
    if (showIf && !seen.has(showIf.key))
      faults.push({ path: `${path}.showIf.key`, message: "must be an earlier question", rule: "earlier" });
    if (seen.has(key)) faults.push({ path: `${path}.key`, message: "must occur once", rule: "unique" });
    seen.add(key);
    if ((type === "choice") !== Boolean(options))
      faults.push({
        path: `${path}.options`,
        message: type === "choice" ? "must be given for a choice" : "must be left out but for a choice",
        rule: "required",
      });
  });
  if (faults.length > 0) throw validationError(faults);
  return given.map(({ key, label, type, required, options, showIf }) => ({
    key,
    label: label.trim(),
    type,
    required,
    options: options ?? [],
    showIf: showIf ? { key: showIf.key, equals: showIf.equals } : null,
  }));
}
