import { asSystem } from "../../../../src/db/transaction.ts";
import { DomainError } from "../../../../src/errors.ts";
import { statusEvent } from "../../../../src/taxbandits/protocol.ts";
import { isTaxBanditsWebhook } from "../../../../src/taxbandits/webhook-signature.ts";
import { parseVendorJson } from "../../../../src/vendor-json.ts";
import type { HubContext } from "../../hub.context.ts";
import { selectForms } from "../forms/form.rows.ts";
import { refreshForm } from "../forms/refresh-form.service.ts";
import type { ReceivedTaxBanditsEvent, ReceiveTaxBanditsEventInput } from "./webhook.types.ts";

/** Most records of one event that are looked up; a job queries the others. */
const maxRecords = 250;

/**
 * Receives a change of status from TaxBandits, as a hint only: its signature covers the time and not the body, so the status
 * of each named record is queried at the provider. Throws INVALID_SIGNATURE; any other error makes the provider deliver again.
 */
export async function receiveTaxBanditsEvent(
  ctx: HubContext,
  { body, signature, timestamp }: ReceiveTaxBanditsEventInput,
): Promise<ReceivedTaxBanditsEvent> {
  const signer = ctx.ports.tax.taxBandits;
  const headers = { signature: signature ?? "", timestamp: timestamp ?? "" };
  if (signer === null || !isTaxBanditsWebhook(signer, headers))
    throw new DomainError(
      "INVALID_SIGNATURE",
      "The Signature header does not match the TimeStamp header. Send both as TaxBandits signs them.",
    );
  const recordIds = readRecordIds(body);
  const find = "f.record_id = ANY ($1) AND f.status <> 'deleted'";
  const forms = await asSystem(ctx.em, (em) => selectForms(em, find, [recordIds]), { readOnly: true });
  let changed = 0;
  for (const form of forms) if (await refreshForm(ctx, form)) changed += 1;
  return { received: true, known: forms.length, changed };
}

function readRecordIds(body: string): string[] {
  try {
    const { Records: records } = statusEvent.parse(parseVendorJson(body));
    return [...new Set(records.map(({ RecordId }) => RecordId))].slice(0, maxRecords);
  } catch {
    throw new DomainError(
      "VALIDATION_ERROR",
      "The body is not a valid event. Send an object with SubmissionId, FormType and Records.",
      { fields: [] },
    );
  }
}
