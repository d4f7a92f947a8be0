import { z } from "zod";
import { asSystem } from "../../../../src/db/transaction.ts";
import { DomainError } from "../../../../src/errors.ts";
import { parseVendorJson } from "../../../../src/vendor-json.ts";
import type { HubContext } from "../../hub.context.ts";
import { selectForms } from "../forms/form.rows.ts";
import { refreshForm } from "../forms/refresh-form.service.ts";
import { checkWebhookSignature } from "./webhook-signature.ts";
import type { ReceivedTaxEvent, ReceiveTaxEventInput } from "./webhook.types.ts";

const eventSchema = z.object({
  id: z.string().regex(/^\w{1,100}$/),
  type: z.string().min(1).max(100),
  data: z.object({ reference: z.string().min(1).max(100) }),
});

/**
 * Receives a webhook of the filing provider, as a hint only: the form's status is queried at the provider, so
 * duplicates, another order and old events do no harm. Throws INVALID_SIGNATURE; any other error makes the provider
 * deliver again.
 */
export async function receiveTaxEvent(
  ctx: HubContext,
  { body, signature }: ReceiveTaxEventInput,
): Promise<ReceivedTaxEvent> {
  const secrets = ctx.ports.tax.webhookSecrets;
  checkWebhookSignature(body, signature ?? null, { secrets, now: ctx.clock.now() });
  const event = readEvent(body);
  const formId = event.data.reference.split(".")[0]!;
  const find = "f.id = $1 AND f.status <> 'deleted'";
  const [form] = await asSystem(ctx.em, (em) => selectForms(em, find, [formId]), { readOnly: true });
  const isOurs = form !== undefined && event.type === "record.status_changed";
  if (!isOurs) return { received: true, eventId: event.id, status: "ignored" };
  // A form that is still being sent settles soon; the provider should deliver again then.
  if (form.attempt > form.sentAttempt && form.isSending)
    throw new DomainError(
      "SERVICE_UNAVAILABLE",
      "The form is still being submitted. Deliver the event again later.",
      {},
    );
  const isChanged = await refreshForm(ctx, form);
  return { received: true, eventId: event.id, status: isChanged ? "processed" : "duplicate" };
}

function readEvent(body: string): z.output<typeof eventSchema> {
  try {
    return eventSchema.parse(parseVendorJson(body));
  } catch {
    throw new DomainError(
      "VALIDATION_ERROR",
      "The body is not a valid event. Send an object with id, type and data.reference.",
      { fields: [] },
    );
  }
}
