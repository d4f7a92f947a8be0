import { openJsonVendor, type VendorFailure, type VendorResponse } from "../../../../src/http/json-vendor.ts";
import { createTokenSource, type TaxBanditsCredentials } from "../../../../src/taxbandits/access-token.ts";
import * as protocol from "../../../../src/taxbandits/protocol.ts";
import type { Clock } from "../../../../src/time/clock.ts";
import type { FiledStatus } from "../forms/form-states.ts";
import { providerError } from "../tax.errors.ts";
import { maxBatch, type FiledRecord, type RefusedSubmission, type TaxFilingProvider } from "../tax.port.ts";
import * as wire from "./taxbandits-wire.ts";

const formType = "FORM1099NEC";

export interface TaxBanditsOptions {
  /** Null: no provider is configured. */
  credentials: TaxBanditsCredentials | null;
  baseUrl: string;
  authUrl: string;
  clock: Clock;
  timeoutMs: number;
}

/** A record at the vendor, by its own IDs. */
interface Place {
  reference: string;
  submissionId: string;
  recordId: string;
}

/**
 * TaxBandits' API 2.0.0 for Form 1099-NEC. The vendor has no idempotency keys: before a record is created it is looked for by its
 * reference, and one that was created and not transmitted is transmitted when it is read. Nothing that the vendor writes gets into an
 * error. Corrections and voids are refused: their bodies in 2.0.0 are not published.
 */
export function createTaxBandits(options: TaxBanditsOptions): TaxFilingProvider {
  const { credentials, baseUrl, authUrl, clock, timeoutMs } = options;
  const tokens =
    credentials &&
    createTokenSource({
      authUrl,
      credentials,
      clock,
      timeoutMs,
      failed: (failure) =>
        failure === "refused" ? new RefusedCredentials() : toProviderError({ kind: "silent" }),
    });
  const client = openJsonVendor({
    baseUrl,
    secret: tokens && (() => tokens.token().catch(toFailure)),
    title: "the provider",
    timeoutMs,
    failed: toProviderError,
  });
  const { isConfigured, parse, read } = client;

  /** Faults are 400 with their list. A token that is refused is replaced once. */
  async function call(...asked: Parameters<typeof client.send>): Promise<VendorResponse> {
    const reply = await client.send(...asked);
    if (reply.status !== 401) return reply;
    tokens?.forget();
    return client.send(...asked);
  }
  async function post(path: string, body: object, method: "POST" | "PUT" = "POST"): Promise<VendorResponse> {
    const reply = await call(method, path, { body });
    if (reply.status !== 400) client.expectOk(reply);
    return reply;
  }

  async function businessIdOf(reference: string): Promise<string | null> {
    const reply = await call("GET", `/business/get?PayerRef=${encodeURIComponent(reference)}`);
    if (reply.status === 400 || reply.status === 404) return null;
    return read(reply, protocol.businessReply).Business?.BusinessId ?? null;
  }

  async function find(reference: string): Promise<(Place & Found) | null> {
    const body = { FormTypes: [formType], Recipient: { PayeeRef: reference }, Page: 1, PageSize: 10 };
    const reply = await call("POST", "/form1099/list", { body });
    if (reply.status === 404) return null;
    const { Form1099Records: records } = read(reply, protocol.listReply);
    const found = records.find(({ PayeeRef }) => PayeeRef === reference);
    if (!found) return null;
    const place = { reference, submissionId: found.SubmissionId, recordId: found.RecordId };
    return { ...place, ...readStatus(found.FederalStatus) };
  }

  /** Throws when the vendor does not take what it has created. Safe to repeat. */
  async function transmit(submissionId: string, recordIds: readonly string[]): Promise<void> {
    const body = { SubmissionId: submissionId, RecordIds: recordIds };
    const reply = await call("POST", "/form1099/transmit", { body });
    const { Form1099Records: records, Errors: errors } = read(reply, protocol.transmittedReply);
    if (errors.length > 0 || records.some(({ Errors }) => Errors.length > 0))
      throw toProviderError({ kind: "status" });
  }

  async function settled({ status, errors, ...place }: Place & Found): Promise<FiledRecord> {
    if (status !== "created") return { ...place, status, errors };
    await transmit(place.submissionId, [place.recordId]);
    return { ...place, status: "submitted", errors: [] };
  }

  return {
    isConfigured,
    async checkCredentials() {
      if (!tokens) throw toProviderError({ kind: "unconfigured" });
      try {
        tokens.forget();
        await tokens.token();
        return true;
      } catch (error) {
        if (error instanceof RefusedCredentials) return false;
        throw error;
      }
    },
    async saveBusiness(business) {
      const known = await businessIdOf(business.reference);
      const body = wire.businessBody(business, known);
      const [path, method] =
        known === null ? (["/business/create", "POST"] as const) : (["/business/update", "PUT"] as const);
      const saved = parse(await post(path, body, method), protocol.savedBusinessReply);
      if (saved.Errors.length > 0 || saved.ErrorBusinesses.length > 0)
        throw toProviderError({ kind: "status", status: 422 });
    },
    async submit({ businessReference, taxYear, records }) {
      if (records.length > maxBatch) throw new Error(`A submission has at most ${maxBatch} records.`);
      if (records.some(({ kind }) => kind !== "original"))
        return { refused: [{ code: "CORRECTION_UNAVAILABLE", field: null }] };
      const known = await Promise.all(records.map(({ reference }) => find(reference)));
      const missing = records.filter((_, index) => known[index] === null);
      const made = missing.length === 0 ? [] : await create({ businessReference, taxYear, records: missing });
      if ("refused" in made) return made;
      const earlier = known.flatMap((record) => record ?? []);
      return [...(await Promise.all(earlier.map(settled))), ...made];
    },
    async readRecord({ reference, submissionId, recordId }) {
      const query = new URLSearchParams({ SubmissionId: submissionId, RecordIds: recordId });
      const reply = await call("GET", `/form1099/status?${query}`);
      const { Form1099Records: records } = read(reply, protocol.statusReply);
      const record = records.find(({ RecordId }) => RecordId.toLowerCase() === recordId.toLowerCase());
      if (!record) throw toProviderError({ kind: "unreadable" });
      return settled({ reference, submissionId, recordId, ...readStatus(record.FederalStatus) });
    },
    async findRecord(reference) {
      const found = await find(reference);
      return found && settled(found);
    },
  };

  async function create({
    businessReference,
    taxYear,
    records,
  }: Pick<Parameters<TaxFilingProvider["submit"]>[0], "businessReference" | "taxYear" | "records">): Promise<
    FiledRecord[] | RefusedSubmission
  > {
    const businessId = await businessIdOf(businessReference);
    if (businessId === null) return { refused: [{ code: "PAYER_NOT_FOUND", field: "businessId" }] };
    const body = wire.necBody({ businessId, taxYear, records });
    const checked = parse(await post("/form1099nec/validateform", body), protocol.validationReply);
    const faults = [...checked.Errors, ...checked.ErrorRecords.flatMap(({ Errors }) => Errors)];
    if (faults.length > 0) return { refused: faults.map(wire.faultOf) };
    const made = parse(await post("/form1099nec/create", body), protocol.createdReply);
    const created = made.Form1099Records?.SuccessRecords ?? [];
    const refused = [
      ...made.Errors,
      ...(made.Form1099Records?.ErrorRecords ?? []).flatMap(({ Errors }) => Errors),
    ];
    const { SubmissionId: submissionId } = made;
    const recordIds = created.map(({ RecordId }) => RecordId);
    if (submissionId && refused.length > 0 && recordIds.length > 0) {
      const query = new URLSearchParams({ SubmissionId: submissionId, RecordIds: recordIds.join(",") });
      client.expectOk(await call("DELETE", `/form1099/delete?${query}`));
    }
    if (refused.length > 0) return { refused: refused.map(wire.faultOf) };
    if (!submissionId || recordIds.length < records.length) throw toProviderError({ kind: "unreadable" });
    await transmit(submissionId, recordIds);
    return created.map(({ SequenceId, RecordId }) => {
      const { reference } = records[Number(SequenceId) - 1]!;
      return { reference, submissionId, recordId: RecordId, status: "submitted", errors: [] };
    });
  }
}

interface Found {
  status: FiledStatus | "created";
  errors: FiledRecord["errors"];
}

function readStatus(federal: { Status: string; Errors: protocol.TaxBanditsFault[] } | null): Found {
  const status = federal === null ? null : wire.statusOf(federal.Status);
  if (federal === null || status === null) throw toProviderError({ kind: "unreadable" });
  return { status, errors: federal.Errors.map(wire.faultOf) };
}

/** The vendor does not know our credentials. */
class RefusedCredentials extends Error {}

function toFailure(error: unknown): never {
  throw error instanceof RefusedCredentials ? toProviderError({ kind: "status", status: 403 }) : error;
}

function toProviderError({ kind, status = null, cause }: Partial<VendorFailure>): Error {
  if (kind === "unconfigured") return providerError({ retryable: false, configured: false });
  const isRefused =
    kind === "status" && status !== null && status < 500 && ![401, 408, 409, 429].includes(status);
  return providerError({ retryable: !isRefused }, cause);
}
