import * as protocol from "../../../../src/taxbandits/protocol.ts";
import type { FiledStatus } from "../forms/form-states.ts";
import {
  maxBatch,
  type FiledRecord,
  type RefusedSubmission,
  type RegisteredBusiness,
  type Submission,
  type TaxFilingProvider,
} from "../tax.port.ts";
import {
  openTaxBanditsClient,
  toProviderError,
  type TaxBanditsClient,
  type TaxBanditsOptions,
} from "./taxbandits-client.ts";
import * as wire from "./taxbandits-wire.ts";

const formType = "FORM1099NEC";

/**
 * TaxBandits' API 2.0.0 for Form 1099-NEC. The vendor has no idempotency keys: before a record is created it is looked for by its
 * reference, and one that was created and not transmitted is transmitted when it is read. Nothing that the vendor writes gets into an
 * error. Corrections and voids are refused: their bodies in 2.0.0 are not published.
 */
export function createTaxBandits(options: TaxBanditsOptions): TaxFilingProvider {
  return new TaxBandits(openTaxBanditsClient(options));
}

/** A record at the vendor, by its own IDs. */
type Place = Pick<FiledRecord, "reference" | "submissionId" | "recordId">;

interface Found extends Place {
  status: FiledStatus | "created";
  errors: FiledRecord["errors"];
}

class TaxBandits implements TaxFilingProvider {
  readonly isConfigured: boolean;
  readonly #client: TaxBanditsClient;

  constructor(client: TaxBanditsClient) {
    this.isConfigured = client.isConfigured;
    this.#client = client;
  }

  checkCredentials(): Promise<boolean> {
    return this.#client.checkCredentials();
  }

  async saveBusiness(business: RegisteredBusiness): Promise<void> {
    const known = await this.#businessIdOf(business.reference);
    const body = wire.businessBody(business, known);
    const reply =
      known === null
        ? await this.#client.post("/business/create", body)
        : await this.#client.post("/business/update", body, "PUT");
    const { Errors: errors, ErrorBusinesses: refused } = this.#client.parse(
      reply,
      protocol.savedBusinessReply,
    );
    if (errors.length > 0 || refused.length > 0) throw toProviderError({ kind: "status", status: 422 });
  }

  async submit(submission: Submission): Promise<readonly FiledRecord[] | RefusedSubmission> {
    const { records } = submission;
    if (records.length > maxBatch) throw new Error(`A submission has at most ${maxBatch} records.`);
    if (records.some(({ kind }) => kind !== "original"))
      return { refused: [{ code: "CORRECTION_UNAVAILABLE", field: null }] };
    const known = await Promise.all(records.map(({ reference }) => this.#find(reference)));
    const missing = records.filter((_, index) => known[index] === null);
    const made = missing.length === 0 ? [] : await this.#create({ ...submission, records: missing });
    if ("refused" in made) return made;
    const earlier = known.flatMap((record) => record ?? []);
    return [...(await Promise.all(earlier.map((record) => this.#transmitted(record)))), ...made];
  }

  async readRecord({ reference, submissionId, recordId }: Place): Promise<FiledRecord> {
    const query = new URLSearchParams({ SubmissionId: submissionId, RecordIds: recordId });
    const reply = await this.#client.call("GET", `/form1099/status?${query}`);
    const { Form1099Records: records } = this.#client.read(reply, protocol.statusReply);
    const record = records.find(({ RecordId }) => RecordId.toLowerCase() === recordId.toLowerCase());
    if (!record) throw toProviderError({ kind: "unreadable" });
    const status = statusOf(record.FederalStatus);
    return this.#transmitted({ reference, submissionId, recordId, ...status });
  }

  async findRecord(reference: string): Promise<FiledRecord | null> {
    const found = await this.#find(reference);
    return found && this.#transmitted(found);
  }

  async #businessIdOf(reference: string): Promise<string | null> {
    const query = new URLSearchParams({ PayerRef: reference });
    const reply = await this.#client.call("GET", `/business/get?${query}`);
    if (reply.status === 400 || reply.status === 404) return null;
    return this.#client.read(reply, protocol.businessReply).Business?.BusinessId ?? null;
  }

  async #find(reference: string): Promise<Found | null> {
    const body = { FormTypes: [formType], Recipient: { PayeeRef: reference }, Page: 1, PageSize: 10 };
    const reply = await this.#client.call("POST", "/form1099/list", { body });
    if (reply.status === 404) return null;
    const { Form1099Records: records } = this.#client.read(reply, protocol.listReply);
    const found = records.find(({ PayeeRef }) => PayeeRef === reference);
    if (!found) return null;
    const { SubmissionId: submissionId, RecordId: recordId } = found;
    return { reference, submissionId, recordId, ...statusOf(found.FederalStatus) };
  }

  async #create(submission: Submission): Promise<FiledRecord[] | RefusedSubmission> {
    const { businessReference, taxYear, records } = submission;
    const businessId = await this.#businessIdOf(businessReference);
    if (businessId === null) return { refused: [{ code: "PAYER_NOT_FOUND", field: "businessId" }] };
    const body = wire.necBody({ businessId, taxYear, records });
    const checked = await this.#client.post("/form1099nec/validateform", body);
    const faults = wire.faultsOf(this.#client.parse(checked, protocol.validationReply));
    if (faults.length > 0) return { refused: faults };
    const reply = await this.#client.post("/form1099nec/create", body);
    const { SubmissionId: submissionId, ...made } = this.#client.parse(reply, protocol.createdReply);
    const created = made.Form1099Records?.SuccessRecords ?? [];
    const { ErrorRecords = [] } = made.Form1099Records ?? {};
    const refused = wire.faultsOf({ Errors: made.Errors, ErrorRecords });
    const recordIds = created.map(({ RecordId }) => RecordId);
    if (refused.length > 0) {
      if (submissionId && recordIds.length > 0) await this.#remove(submissionId, recordIds);
      return { refused };
    }
    if (!submissionId || recordIds.length < records.length) throw toProviderError({ kind: "unreadable" });
    await this.#transmit(submissionId, recordIds);
    return created.map(({ SequenceId, RecordId: recordId }) => {
      const { reference } = records[Number(SequenceId) - 1]!;
      return { reference, submissionId, recordId, status: "submitted", errors: [] };
    });
  }

  async #remove(submissionId: string, recordIds: readonly string[]): Promise<void> {
    const query = new URLSearchParams({ SubmissionId: submissionId, RecordIds: recordIds.join(",") });
    this.#client.expectOk(await this.#client.call("DELETE", `/form1099/delete?${query}`));
  }

  /** Throws when the vendor does not take what it has created. Safe to repeat. */
  async #transmit(submissionId: string, recordIds: readonly string[]): Promise<void> {
    const body = { SubmissionId: submissionId, RecordIds: recordIds };
    const reply = await this.#client.call("POST", "/form1099/transmit", { body });
    const { Form1099Records: records, Errors: errors } = this.#client.read(reply, protocol.transmittedReply);
    if (errors.length > 0 || records.some(({ Errors }) => Errors.length > 0))
      throw toProviderError({ kind: "status" });
  }

  async #transmitted({ status, errors, ...place }: Found): Promise<FiledRecord> {
    if (status !== "created") return { ...place, status, errors };
    await this.#transmit(place.submissionId, [place.recordId]);
    return { ...place, status: "submitted", errors: [] };
  }
}

function statusOf(
  federal: { Status: string; Errors: protocol.TaxBanditsFault[] } | null,
): Pick<Found, "status" | "errors"> {
  const status = federal === null ? null : wire.statusOf(federal.Status);
  if (federal === null || status === null) throw toProviderError({ kind: "unreadable" });
  return { status, errors: federal.Errors.map(wire.faultOf) };
}
