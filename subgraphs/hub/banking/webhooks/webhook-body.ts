import { z } from "zod";
import { DomainError, validationError } from "../../../../src/errors.ts";
import { parseVendorJson } from "../../../../src/vendor-json.ts";

/** The fields that are read of the provider's webhooks. */
export interface BankEvent {
  itemId: string | null;
  /** `SYNC_UPDATES_AVAILABLE` and the like; of an error the code of the error. */
  code: string | null;
  consentExpiresAt: Date | null;
}

const word = z.string().max(200).nullish().catch(null);
const webhookSchema = z.object({
  item_id: word,
  webhook_code: word,
  error: z.object({ error_code: word }).nullish().catch(null),
  consent_expiration_time: z.iso.datetime({ offset: true }).nullish().catch(null),
});

/** Any JSON object is taken. Throws INVALID_JSON, and VALIDATION_ERROR for an array or a plain value. */
export function readBankEvent(body: string): BankEvent {
  const parsed = parseJson(body);
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    throw validationError([{ path: "body", message: "must be a JSON object", rule: "type" }]);
  const { item_id, webhook_code, error, consent_expiration_time } = webhookSchema.parse(parsed);
  return {
    itemId: item_id ?? null,
    code: (webhook_code === "ERROR" ? (error?.error_code ?? webhook_code) : webhook_code) ?? null,
    consentExpiresAt: consent_expiration_time ? new Date(consent_expiration_time) : null,
  };
}

function parseJson(body: string): unknown {
  try {
    return parseVendorJson(body);
  } catch {
    throw new DomainError("INVALID_JSON", "The body is not valid JSON. Send a complete JSON object.");
  }
}
