import type { EntityManager } from "@mikro-orm/postgresql";
import type { KeyedCall } from "../../../../src/db/key-row.ts";
import { onceOutside } from "../../../../src/db/outside-effect.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError } from "../../../../src/errors.ts";
import type { HubContext } from "../../hub.context.ts";
import { markRegistered, readBusinesses } from "../businesses/business.rows.ts";
import { registerBusiness } from "../businesses/businesses.service.ts";
import { applyRecord } from "./form-progress.service.ts";
import { showForm } from "./form-view.ts";
import { lockForm, placeOf, readForms, referenceOf, type Form } from "./form.rows.ts";
import { markUnsent } from "./form-marks.rows.ts";
import type { TaxForm } from "./form.types.ts";
import { channelOf } from "./form-years.ts";
import { tinPlace } from "./recipient.rows.ts";
import { problemOf } from "../service/rejection-codes.ts";
import { invalidForm, providerError } from "../tax.errors.ts";
import type { FiledRecord } from "../tax.port.ts";

/** Records a form by `place`, which answers its id, sends it to the provider, and writes down that it has it. */
export function sendForm(
  ctx: HubContext,
  call: KeyedCall,
  place: (em: EntityManager) => Promise<string>,
): Promise<TaxForm> {
  return onceOutside(ctx, call, {
    // The intent is kept in the clear: the number stays where it is sealed.
    record: async (em) => ({ formId: await place(em) }),
    act: ({ formId }) => deliver(ctx, formId),
    settle: async (em, { formId }, record) => {
      const form = await lockForm(em, formId);
      if (!form) throw new Error(`The form ${formId} was sent but no longer exists.`);
      await applyRecord(ctx, em, form, record);
      return showForm((await lockForm(em, formId))!);
    },
  });
}

/** Sends the form's attempt. Idempotent by its reference. */
async function deliver(ctx: HubContext, formId: string): Promise<FiledRecord> {
  const [form] = await readForms(ctx, "f.id = $1", [formId]);
  try {
    if (form!.recordId !== null && form!.sentAttempt >= form!.attempt)
      return await ctx.ports.tax.provider.readRecord(placeOf(form!));
    return await submit(ctx, form!);
  } catch (error) {
    const isCertain =
      error instanceof DomainError && (error.status < 500 || error.details["retryable"] === false);
    // Not the request's own transaction: that one carries its audit row.
    const { em, principal } = ctx;
    await inTransaction({ em, principal }, (own) => markUnsent(own, formId, isCertain));
    throw error;
  }
}

async function submit(ctx: HubContext, form: Form): Promise<FiledRecord> {
  const { em, principal, ports } = ctx;
  const { businessId, taxYear } = form;
  const business = (await readBusinesses(ctx, businessId))[0]!;
  if (business.registeredRevision < business.revision) {
    await registerBusiness(ctx, business);
    await inTransaction({ em, principal }, (own) => markRegistered(own, businessId, business.revision));
  }
  const reference = referenceOf(form);
  const { kind, originalRecordId, content, profile, tinType } = form;
  const tin = ports.keyRing.open(form.tinSealed, tinPlace(form.recipientId));
  const record = { reference, kind, originalRecordId, content, recipient: { ...profile, tinType, tin } };
  const taken = await ports.tax.provider.submit(
    { businessReference: businessId, taxYear, channel: channelOf(taxYear), records: [record] },
    reference,
  );
  if ("refused" in taken) {
    const fields = taken.refused.map((refused) => {
      const { code, field, message } = problemOf(refused);
      return { path: field ?? "", message, rule: code };
    });
    throw invalidForm(fields);
  }
  const filed = taken.find((one) => one.reference === reference);
  if (!filed) throw providerError({ retryable: true });
  return filed;
}
