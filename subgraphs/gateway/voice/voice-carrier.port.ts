import type { CarrierOutcome } from "../../../src/telephony/carrier-requests.ts";

/** A call that asks us what to say. Numbers are E.164. */
export interface LiveCall {
  to: string;
  /** Null: the platform's own number. */
  from: string | null;
  /** Asked for what is said when somebody has answered. */
  voiceUrl: string;
  /** Told of each state. */
  statusUrl: string;
  /** The carrier ends it after so long. */
  maxDurationSec: number;
}

/** What the carrier says of a call. */
export interface CarrierCallRecord {
  sid: string;
  status: string;
  durationSeconds: number | null;
  createdAt: Date;
}

export type BoughtNumber = { kind: "bought"; sid: string } | { kind: "refused"; code: string };

export interface NumberOffer {
  e164: string;
  locality: string | null;
  region: string | null;
}

/** Calls that are led, at a carrier. `find…`, `offer…` and `buy…` throw UPSTREAM_FAILED when it does not say. */
export interface VoiceCarrier {
  placeCall(call: LiveCall): Promise<CarrierOutcome>;
  /** Ends a call, also one that rings or waits. */
  endCall(sid: string): Promise<CarrierOutcome>;
  /** Calls to a number, newest first. */
  findCalls(to: string, since: Date): Promise<readonly CarrierCallRecord[]>;
  /** Takes a number for us; one that is ours already is found. */
  buyNumber(e164: string): Promise<BoughtNumber>;
  offerNumbers(wanted: {
    country: string;
    areaCode: string | null;
    contains: string | null;
  }): Promise<readonly NumberOffer[]>;
}

export interface VoicePorts {
  carrier: VoiceCarrier;
  /** What the carrier signs with; null where nobody has set it up: then nothing of it is believed. */
  signingToken: string | null;
}
