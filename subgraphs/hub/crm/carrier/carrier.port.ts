import type { CarrierOutcome } from "../../../../src/telephony/carrier-requests.ts";

/** A text to one phone. Numbers are E.164. */
export interface CarrierText {
  to: string;
  body: string;
  mediaUrl: string | null;
  /** Where the carrier tells how it went. */
  statusUrl: string;
}

/** A call that says a text. */
export interface CarrierCall {
  to: string;
  from: string | null;
  script: string;
  isRecorded: boolean;
  /** It is ended after so long. */
  maxMinutes: number;
  statusUrl: string;
}

/** What the carrier has: newest first. */
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

/** What texts and calls need of their surroundings. */
export interface CarrierPorts {
  carrier: Carrier;
  /** What the carrier signs with; null where nobody has set it up: then nothing of it is believed. */
  signingToken: string | null;
}
