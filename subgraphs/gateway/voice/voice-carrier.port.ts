import type { CarrierOutcome } from "../../../src/telephony/carrier-requests.ts";

/** A call that asks us what to say. Numbers are E.164. */
export interface LiveCall {
  to: string;
  /** Null: the platform's own number. */
  from: string | null;
  /** URL from which the carrier fetches the text once the call is answered. */
  voiceUrl: string;
  /** URL for status updates; null: none are sent. */
  statusUrl: string | null;
  /** The carrier ends the call after this duration. */
  maxDurationSec: number;
}

/** The carrier's record of a call. */
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
  /** Has a live call go on by other instructions (TwiML). */
  redirectCall(sid: string, twiml: string): Promise<CarrierOutcome>;
  /** Has the calls to a number of ours sent to these URLs. */
  routeNumber(sid: string, urls: { voiceUrl: string; statusUrl: string }): Promise<CarrierOutcome>;
  /** The audio of a recording; null for one that does not exist. Throws UPSTREAM_FAILED. */
  fetchRecording(sid: string): Promise<Uint8Array | null>;
  /** Deletes a recording; one that does not exist is fine. Throws UPSTREAM_FAILED. */
  deleteRecording(sid: string): Promise<void>;
  /** Calls to a number, newest first. */
  findCalls(to: string, since: Date): Promise<readonly CarrierCallRecord[]>;
  /** Takes a number for us; one that is ours already is found. */
  buyNumber(e164: string): Promise<BoughtNumber>;
  /** Gives a number of ours back; one that is no longer ours is fine. Throws UPSTREAM_FAILED. */
  releaseNumber(sid: string): Promise<void>;
  offerNumbers(wanted: {
    country: string;
    areaCode: string | null;
    contains: string | null;
  }): Promise<readonly NumberOffer[]>;
}

export interface VoicePorts {
  carrier: VoiceCarrier;
  /** The carrier's signing secret; null when it is not configured: then no carrier request is accepted. */
  signingToken: string | null;
  /** True where calls may use streams of audio. */
  hasStreams: boolean;
}
