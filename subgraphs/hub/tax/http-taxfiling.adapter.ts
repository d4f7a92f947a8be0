import { request } from "undici";
import type { z } from "zod";
import { DomainError } from "../../../src/errors.ts";
import { providerError } from "./tax.errors.ts";
import { maxBatch, type TaxFilingProvider } from "./tax.port.ts";
import * as wire from "./taxfiling-wire.ts";

export interface HttpTaxFilingOptions {
  /** Null, this or the key: nobody has set the provider up. */
  baseUrl: string | null;
  apiKey: string | null;
  timeoutMs?: number;
}

interface Reply {
  status: number;
  text: string;
}

/**
 * The tax-filing provider over HTTP; it has no SDK of its own. The protocol is in docs/tax-filing.md. Nothing that the
 * provider writes gets into an error.
 */
export function createHttpTaxFiling(options: HttpTaxFilingOptions): TaxFilingProvider {
  const { baseUrl, apiKey, timeoutMs = 15_000 } = options;
  const isConfigured = baseUrl !== null && apiKey !== null;

  async function send(
    method: "GET" | "PUT" | "POST",
    path: string,
    body?: object,
    key?: string,
  ): Promise<Reply> {
    if (!isConfigured) throw providerError({ retryable: false, configured: false });
    try {
      const answer = await request(`${baseUrl}${path}`, {
        method,
        headers: {
          accept: "application/json",
          authorization: `Bearer ${apiKey}`,
          ...(body ? { "content-type": "application/json" } : {}),
          ...(key === undefined ? {} : { "idempotency-key": key }),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(timeoutMs),
      });
      return { status: answer.statusCode, text: await answer.body.text() };
    } catch (error) {
      throw providerError({ retryable: true }, withoutText(error));
    }
  }

  return {
    isConfigured,
    async checkCredentials() {
      const reply = await send("GET", "/v1/credentials");
      if (reply.status === 401 || reply.status === 403) return false;
      return read(reply, wire.credentialsReply).valid;
    },
    async saveBusiness(business) {
      const path = `/v1/businesses/${encodeURIComponent(business.reference)}`;
      expectOk(await send("PUT", path, wire.businessBody(business)));
    },
    async submit(submission, key) {
      if (submission.records.length > maxBatch)
        throw new Error(`A submission has at most ${maxBatch} records.`);
      const reply = await send("POST", "/v1/submissions", wire.submissionBody(submission), key);
      if (reply.status === 422) return { refused: parse(reply.text, wire.refusalReply).errors };
      return read(reply, wire.recordsReply).records;
    },
    async readRecord(recordId) {
      return read(await send("GET", `/v1/records/${encodeURIComponent(recordId)}`), wire.recordReply);
    },
    async findRecord(reference) {
      const reply = await send("GET", `/v1/records?reference=${encodeURIComponent(reference)}`);
      return read(reply, wire.recordsReply).records[0] ?? null;
    },
  };
}

function read<Schema extends z.ZodType>(reply: Reply, schema: Schema): z.output<Schema> {
  expectOk(reply);
  return parse(reply.text, schema);
}

function expectOk({ status }: Reply): void {
  if (status >= 200 && status < 300) return;
  const retryable = status === 408 || status === 409 || status === 429 || status >= 500;
  throw providerError({ retryable }, new Error(`The provider answered ${status}.`));
}

function parse<Schema extends z.ZodType>(text: string, schema: Schema): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    // What does not parse may repeat what was sent, so it is no cause either.
    throw providerError({ retryable: true }, new Error("The provider's answer is not of the protocol."));
  }
}

/** The kind of a network failure alone. */
function withoutText(error: unknown): Error {
  if (error instanceof DomainError) return error;
  const { name, code } = error as { name?: string; code?: string };
  return new Error(`No answer of the provider: ${code ?? name ?? "unknown"}.`);
}
