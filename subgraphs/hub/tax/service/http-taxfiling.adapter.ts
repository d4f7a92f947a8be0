import { openJsonVendor, type VendorFailure } from "../../../../src/http/json-vendor.ts";
import { providerError } from "../tax.errors.ts";
import { maxBatch, type TaxFilingProvider } from "../tax.port.ts";
import * as wire from "./taxfiling-wire.ts";

export interface HttpTaxFilingOptions {
  /** When this or the key is null, no provider is configured. */
  baseUrl: string | null;
  apiKey: string | null;
  timeoutMs?: number;
}

/**
 * The tax-filing provider over HTTP; it has no SDK of its own. The protocol is in docs/guides/tax-filing.md. Nothing
 * that the provider writes gets into an error.
 */
export function createHttpTaxFiling(options: HttpTaxFilingOptions): TaxFilingProvider {
  const { baseUrl, apiKey: secret, timeoutMs = 15_000 } = options;
  const client = openJsonVendor({
    baseUrl,
    secret,
    title: "the provider",
    timeoutMs,
    failed: toProviderError,
  });
  const { isConfigured, send, read } = client;
  return {
    isConfigured,
    async checkCredentials() {
      const reply = await send("GET", "/v1/credentials");
      if (reply.status === 401 || reply.status === 403) return false;
      return read(reply, wire.credentialsReply).valid;
    },
    async saveBusiness(business) {
      const path = `/v1/businesses/${encodeURIComponent(business.reference)}`;
      client.expectOk(await send("PUT", path, { body: wire.businessBody(business) }));
    },
    async submit(submission, key) {
      if (submission.records.length > maxBatch)
        throw new Error(`A submission has at most ${maxBatch} records.`);
      const reply = await send("POST", "/v1/submissions", { body: wire.submissionBody(submission), key });
      if (reply.status === 422) return { refused: client.parse(reply, wire.refusalReply).errors };
      return read(reply, wire.recordsReply).records;
    },
    async readRecord({ recordId }) {
      return read(await send("GET", `/v1/records/${encodeURIComponent(recordId)}`), wire.recordReply);
    },
    async findRecord(reference) {
      const reply = await send("GET", `/v1/records?reference=${encodeURIComponent(reference)}`);
      return read(reply, wire.recordsReply).records[0] ?? null;
    },
  };
}

function toProviderError({ kind, status, cause }: VendorFailure): Error {
  if (kind === "unconfigured") return providerError({ retryable: false, configured: false });
  const isRefused = kind === "status" && status !== null && status < 500 && ![408, 409, 429].includes(status);
  return providerError({ retryable: !isRefused }, cause);
}
