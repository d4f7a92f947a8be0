import { createHash } from "node:crypto";
import { newId } from "../../src/ids.ts";
import { magicTins, type AskedSubmission, type RecordStatus, type StoredRecord } from "./protocol.ts";

/** A reply that is kept for its idempotency key, and the hash of the request that it answered. */
interface KeptReply {
  key: string;
  hash: string;
  submissionId: string;
}

export interface TaxData {
  businesses: [reference: string, name: string][];
  records: StoredRecord[];
  replies: KeptReply[];
}

/** Why a submission is not taken. */
export type Refusal = { status: 404 | 409 | 422; errors: { code: string; field: string | null }[] };

const order: readonly RecordStatus[] = ["submitted", "transmitted", "accepted"];

/** The stand-in's state; `touch` is called after every change. */
export class TaxState {
  readonly #businesses = new Map<string, string>();
  readonly #records = new Map<string, StoredRecord>();
  readonly #replies = new Map<string, KeptReply>();
  readonly #touch: () => void;

  constructor(touch: () => void) {
    this.#touch = touch;
  }

  saveBusiness(reference: string, name: string): void {
    this.#businesses.set(reference, name);
    this.#touch();
  }

  /** Takes all records of a submission or none. The same key or references again answer what was taken before. */
  submit(asked: AskedSubmission, key: string, at: Date): StoredRecord[] | Refusal {
    const hash = createHash("sha256").update(JSON.stringify(asked)).digest("hex");
    const earlier = this.#replies.get(key);
    if (earlier && earlier.hash !== hash) return refusal(409, "IDEMPOTENCY_KEY_REUSED");
    if (earlier) return this.find(({ submissionId }) => submissionId === earlier.submissionId);
    if (!this.#businesses.has(asked.business)) return refusal(404, "PAYER_NOT_FOUND");
    if (asked.taxYear >= 2026 && asked.channel !== "IRIS") return refusal(422, "YEAR_CLOSED", "taxYear");
    const unknown = asked.records.some(
      ({ kind, originalRecordId }) => kind !== "original" && !this.#isAccepted(originalRecordId),
    );
    if (unknown) return refusal(422, "ORIGINAL_NOT_FOUND", "originalRecordId");
    const submissionId = newId("sbm");
    const taken = asked.records.map((record) => {
      const known = this.find(({ reference }) => reference === record.reference)[0];
      return known ?? this.#take(record, { submissionId, business: asked.business, at });
    });
    this.#replies.set(key, { key, hash, submissionId: taken[0]!.submissionId });
    this.#touch();
    return taken;
  }

  find(isWanted: (record: StoredRecord) => boolean): StoredRecord[] {
    return [...this.#records.values()].filter(isWanted);
  }

  /** Moves a record on, to rejected with a code; false when it is decided already. */
  move(record: StoredRecord, to: RecordStatus, code: string | null): boolean {
    if (record.status === "accepted" || record.status === "rejected") return false;
    if (to !== "rejected" && order.indexOf(to) <= order.indexOf(record.status)) return false;
    record.status = to;
    record.errors = code === null ? [] : [{ code, field: null }];
    this.#touch();
    return true;
  }

  data(): TaxData {
    return {
      businesses: [...this.#businesses],
      records: [...this.#records.values()],
      replies: [...this.#replies.values()],
    };
  }

  restore({ businesses, records, replies }: TaxData): void {
    for (const [reference, name] of businesses) this.#businesses.set(reference, name);
    for (const record of records) this.#records.set(record.recordId, record);
    for (const reply of replies) this.#replies.set(reply.key, reply);
  }

  #isAccepted(recordId: string | null): boolean {
    return recordId !== null && this.#records.get(recordId)?.status === "accepted";
  }

  #take(
    record: AskedSubmission["records"][number],
    { submissionId, business, at }: { submissionId: string; business: string; at: Date },
  ): StoredRecord {
    const { reference, kind, originalRecordId, recipient } = record;
    const taken: StoredRecord = {
      recordId: newId("rec"),
      submissionId,
      reference,
      business,
      kind,
      originalRecordId,
      tinLast4: recipient.tin.slice(5),
      status: "submitted",
      errors: [],
      fate: magicTins[recipient.tin] ?? null,
      createdAt: at.toISOString(),
    };
    this.#records.set(taken.recordId, taken);
    return taken;
  }
}

function refusal(status: Refusal["status"], code: string, field: string | null = null): Refusal {
  return { status, errors: [{ code, field }] };
}
