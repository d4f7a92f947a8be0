import type { CarrierOutcome } from "../../../../src/telephony/carrier-requests.ts";

/** A text to one phone. Numbers are E.164. */
export interface CarrierText {
  to: string;
  body: string;
  mediaUrl: string | null;
  /** URL for the carrier's delivery receipts. */
  statusUrl: string;
}

/** A call that says a text. */
export interface CarrierCall {
  to: string;
  from: string | null;
  script: string;
  isRecorded: boolean;
  /** Maximum duration; the carrier ends the call then. */
  maxMinutes: number;
  statusUrl: string;
}

/** The carrier's records, newest first. */
export interface CarrierRecord {
  sid: string;
  to: string;
  /** Of a text; null of a call. */
  body: string | null;
  status: string;
  /** Of a call that has ended. */
  durationSeconds: number | null;
  createdAt: Date;
}

/** Sends texts and places calls. Requests never throw; `find…` throws UPSTREAM_FAILED when the carrier does not say. */
export interface Carrier {
  readonly isConfigured: boolean;
  sendText(text: CarrierText): Promise<CarrierOutcome>;
  placeCall(call: CarrierCall): Promise<CarrierOutcome>;
  findTexts(to: string, since: Date): Promise<readonly CarrierRecord[]>;
  findCalls(to: string, since: Date): Promise<readonly CarrierRecord[]>;
}

/** External services and settings of texts and calls. */
export interface CarrierPorts {
  carrier: Carrier;
  /** The carrier's signing secret; null when none is configured: then no webhook is accepted. */
  signingToken: string | null;
}
