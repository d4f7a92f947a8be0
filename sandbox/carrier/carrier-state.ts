import { randomBytes } from "node:crypto";

export type TextStatus = "queued" | "sent" | "delivered" | "undelivered" | "failed";
export type CallStatus =
  | "queued"
  | "ringing"
  | "in-progress"
  | "completed"
  | "busy"
  | "no-answer"
  | "failed"
  | "canceled";

/** A text or call in the stand-in's state. */
export interface CarrierEntry {
  kind: "text" | "call";
  sid: string;
  accountSid: string;
  to: string;
  from: string;
  body: string | null;
  /** For a call: its speech, as TwiML. */
  twiml: string | null;
  /** For a call: the URL that returns its speech. */
  url: string | null;
  mediaUrl: string | null;
  isRecorded: boolean;
  timeLimitSeconds: number;
  statusCallback: string | null;
  /** A call that somebody made to one of the account's numbers. */
  isInbound?: boolean;
  /** What was said to people whom the call was transferred to. */
  whispers?: string[];
  /** Numbers that the call was connected to. */
  dialed?: string[];
  /** What was said and played to who waited in a queue. */
  held?: string[];
  status: TextStatus | CallStatus;
  errorCode: number | null;
  durationSeconds: number | null;
  createdAt: Date;
}

/** How a text to a number ends, by its last four digits. */
export const fateOfNumber: Readonly<
  Record<string, { status: (TextStatus & CallStatus) | "undelivered" | "busy"; errorCode: number }>
> = {
  // 30003: the phone is unreachable; 30005: unknown destination.
  "0003": { status: "undelivered", errorCode: 30003 },
  "0005": { status: "undelivered", errorCode: 30005 },
  "0009": { status: "busy", errorCode: 0 },
};

const maxEntries = 5_000;

/** Texts and calls, newest first. Beyond five thousand the oldest are dropped. */
export class CarrierState {
  readonly #entries: CarrierEntry[] = [];

  add(entry: Omit<CarrierEntry, "sid" | "status" | "errorCode" | "durationSeconds">): CarrierEntry {
    const prefix = entry.kind === "call" ? "CA" : entry.mediaUrl === null ? "SM" : "MM";
    const full: CarrierEntry = {
      ...entry,
      sid: newSid(prefix),
      status: "queued",
      errorCode: null,
      durationSeconds: null,
    };
    this.#entries.unshift(full);
    if (this.#entries.length > maxEntries) this.#entries.pop();
    return full;
  }

  list(isWanted: (entry: CarrierEntry) => boolean): CarrierEntry[] {
    return this.#entries.filter(isWanted);
  }
}

/**
 * Calls of demos and tests that are always live: they take every instruction, and nobody talks in them. The stand-in keeps
 * none of them.
 */
export function isLastingCall(sid: string): boolean {
  return /^CA0{16}[0-9a-f]{16}$/.test(sid);
}

export function newSid(prefix: string): string {
  return `${prefix}${randomBytes(16).toString("hex")}`;
}
