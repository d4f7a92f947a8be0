import { randomUUID } from "node:crypto";
import {
  unissuedTins,
  type AskedRecord,
  type Fault,
  type RecordStatus,
  type StoredRecord,
} from "./protocol.ts";

export interface TaxBanditsData {
  businesses: [payerRef: string, business: { id: string; name: string }][];
  records: StoredRecord[];
}

const order: readonly RecordStatus[] = ["CREATED", "TRANSMITTED", "SENT_TO_AGENCY", "ACCEPTED"];

/** The stand-in's state; `touch` is called after every change. */
export class TaxBanditsState {
  readonly #businesses = new Map<string, { id: string; name: string }>();
  readonly #records = new Map<string, StoredRecord>();
  readonly #touch: () => void;

  constructor(touch: () => void) {
    this.#touch = touch;
  }

  saveBusiness(payerRef: string, name: string): string {
    const id = this.#businesses.get(payerRef)?.id ?? randomUUID();
    this.#businesses.set(payerRef, { id, name });
    this.#touch();
    return id;
  }

  businessOf(payerRef: string): string | null {
    return this.#businesses.get(payerRef)?.id ?? null;
  }

  hasBusiness(id: string): boolean {
    return [...this.#businesses.values()].some((business) => business.id === id);
  }

  /** Creates a record each time, as the vendor does: it has no idempotency keys. */
  create(
    businessId: string,
    asked: readonly AskedRecord[],
  ): { submissionId: string; records: StoredRecord[] } {
    const submissionId = randomUUID();
    const records = asked.map(({ Recipient }): StoredRecord => ({
      submissionId,
      recordId: randomUUID(),
      recipientId: randomUUID(),
      payeeRef: Recipient.PayeeRef,
      businessId,
      tinLast4: Recipient.TINDetails.TIN.slice(5),
      status: "CREATED",
      errors: [],
      fate: unissuedTins[Recipient.TINDetails.TIN] ?? null,
      transmissions: 0,
    }));
    for (const record of records) this.#records.set(record.recordId, record);
    this.#touch();
    return { submissionId, records };
  }

  /** False for a record that was transmitted before. */
  transmit(record: StoredRecord): boolean {
    if (record.status !== "CREATED") return false;
    record.status = "TRANSMITTED";
    record.transmissions += 1;
    this.#touch();
    return true;
  }

  remove(recordIds: readonly string[]): void {
    for (const id of recordIds) if (this.#records.get(id)?.status === "CREATED") this.#records.delete(id);
    this.#touch();
  }

  find(isWanted: (record: StoredRecord) => boolean): StoredRecord[] {
    return [...this.#records.values()].filter(isWanted);
  }

  /** Moves a record on, to rejected with an error; false when it is decided already. */
  move(record: StoredRecord, to: RecordStatus, error: Fault | null): boolean {
    if (record.status === "ACCEPTED" || record.status === "REJECTED") return false;
    if (to !== "REJECTED" && order.indexOf(to) <= order.indexOf(record.status)) return false;
    record.status = to;
    record.errors = error === null ? [] : [error];
    this.#touch();
    return true;
  }

  data(): TaxBanditsData {
    return { businesses: [...this.#businesses], records: [...this.#records.values()] };
  }

  restore({ businesses, records }: TaxBanditsData): void {
    for (const [payerRef, business] of businesses) this.#businesses.set(payerRef, business);
    for (const record of records) this.#records.set(record.recordId, record);
  }
}
