import type { RecordingMode } from "./recordings/recording-mode.ts";
import type { StoredStream, Transport } from "./streams/stored-stream.ts";
import type { RouteHours, RouteQueue } from "./inbound/route-call.ts";
import type { DialogueState } from "./scripts/dialogue.ts";
import type { ScriptStep } from "./scripts/script-graph.ts";
import type { StoredTurn } from "./transcripts/turn-times.ts";
import type { AnsweredBy, CallStatus, EndedReason } from "./calls/call-states.ts";

/** Rows of the calling app as they are stored; the migration says what the columns mean. Moments are ISO text. */
interface Kept {
  id: string;
  ownerId: string;
  createdAt: string;
}
interface Changing extends Kept {
  updatedAt: string;
}

export interface NumberRow extends Changing {
  e164: string;
  label: string | null;
  callerName: string | null;
  voiceAgentId: string | null;
  carrierSid: string | null;
  status: "pending" | "active" | "released";
  version: number;
}

export interface RouteRow extends Changing {
  numberId: string;
  voiceAgentId: string | null;
  forwardTo: string | null;
  hours: RouteHours | null;
  voicemail: string | null;
  contactsOnly: boolean;
  blockedNumbers: string[];
  /** How callers wait for `forwardTo`; null: they do not. */
  queue: RouteQueue | null;
  /** The carrier sends the number's calls to us. */
  isLive: boolean;
  version: number;
}

export interface VoiceAgentRow extends Changing {
  name: string;
  voiceId: string;
  language: string;
  scriptId: string | null;
  firstMessage: string;
  maxDurationSec: number;
  endPhrases: string[];
  transferTo: string | null;
  conversation: "script" | "language_model";
  instructions: string | null;
  announcesAi: boolean;
  maxReplies: number;
  maxReplyCredits: number;
  recording: RecordingMode;
  /** Scopes of the tools that its model may use. */
  toolScopes: string[];
  transport: Transport;
  revision: number;
  status: "active" | "archived";
}

export interface ScriptRow extends Changing {
  name: string;
  latestVersion: number;
  publishedVersion: number | null;
  status: "active" | "archived";
}

export interface ScriptVersionRow extends Kept {
  scriptId: string;
  number: number;
  goal: string;
  steps: ScriptStep[];
  variables: string[];
  status: "draft" | "published" | "retired";
  publishedAt: string | null;
}

export type Variables = Record<string, string>;

export interface ContactRow extends Changing {
  name: string;
  phone: string;
  timezone: string | null;
  variables: Variables;
  version: number;
}

export interface ListFilter {
  query: string | null;
  timezone: string | null;
  variables: Variables | null;
  hasConsent: boolean | null;
}

export interface ListRow extends Changing {
  name: string;
  /** Who is in it, by conditions; null for one whose contacts are added. */
  filter: ListFilter | null;
}

export interface DoNotCallRow extends Kept {
  phone: string;
  reason: string;
  source: string;
  removedAt: string | null;
  proof: string | null;
}

export type ConsentKind = "express" | "written" | "revoked";

export interface ConsentRow extends Kept {
  phone: string;
  kind: ConsentKind;
  source: string;
  at: string;
}

/** Script and voice of a call, as they were when the call was queued. */
export interface CallPlan {
  voiceId: string;
  language: string;
  firstMessage: string | null;
  endPhrases: string[];
  transferTo: string | null;
  agentRevision: number | null;
  steps: ScriptStep[];
  /** How a language model leads the call; null or absent where the script's phrases do. */
  conversation?: ConversationPlan | null;
  /** Whether the call is recorded; absent: it is not. */
  recording?: RecordingMode;
  /** Absent: turn by turn. */
  transport?: Transport;
  /** The queue in which a call waits for a person; absent: it does not wait. */
  queue?: RouteQueue & { name: string };
}

export interface ConversationPlan {
  goal: string | null;
  instructions: string | null;
  announcesAi: boolean;
  maxReplies: number;
  maxReplyCredits: number;
  /** Absent in calls that were planned before agents had tools. */
  toolScopes?: readonly string[];
}

/** Why the script leads a call whose agent wanted a language model. */
export type FallbackReason = "no_provider" | "provider_failed" | "budget_spent" | "insufficient_credits";

/** The recording of a call: how the person agreed, and where its audio is. */
export interface StoredRecording {
  status: "recording" | "processing" | "ready" | "failed" | "deleted";
  consent: "asked" | "announced";
  consentedAt: string;
  carrierSid: string | null;
  fileId: string | null;
  durationSec: number | null;
  size: number | null;
}

export interface StoredSummary {
  text: string;
  actions: string[];
  createdAt: string;
}

export interface StoredNote {
  id: string;
  text: string;
  createdAt: string;
}

export interface CallRow extends Changing {
  direction: "outbound" | "inbound";
  toNumber: string;
  fromNumber: string | null;
  contactId: string | null;
  campaignId: string | null;
  callbackId: string | null;
  voiceAgentId: string | null;
  scriptId: string | null;
  scriptVersion: number | null;
  plan: CallPlan;
  variables: Variables;
  dialogue: DialogueState | null;
  status: CallStatus;
  dueAt: string;
  askedAt: string | null;
  checkAt: string | null;
  dialTries: number;
  carrierCallId: string | null;
  attempt: number;
  maxDurationSec: number;
  holdId: string | null;
  heldMinutes: number | null;
  heldHundredths: number | null;
  costHundredths: number;
  ringingAt: string | null;
  answeredAt: string | null;
  endedAt: string | null;
  durationSec: number | null;
  endedReason: EndedReason | null;
  outcome: string | null;
  goalReached: boolean;
  answeredBy: AnsweredBy | null;
  endAskedAt: string | null;
  /** Outcome code that a person gave it. */
  disposition: string | null;
  dispositionNote: string | null;
  notes: StoredNote[];
  retryOf: string | null;
  ledBy: "script" | "language_model" | null;
  fallbackReason: FallbackReason | null;
  model: string | null;
  modelReplies: number;
  /** What the model's replies cost so far. */
  modelHundredths: number;
  /** What the tools that the model used cost so far. */
  toolHundredths: number;
  stream: StoredStream | null;
  responseMs: number[];
  summary: StoredSummary | null;
  recording: StoredRecording | null;
  version: number;
}

export interface CallEventRow extends Kept {
  callId: string;
  carrierCallId: string | null;
  sequence: number | null;
  status: string;
  source: "platform" | "carrier";
  applied: boolean;
  at: string;
}

export interface TranscriptRow extends Changing {
  language: string;
  status: "recording" | "processing" | "ready" | "failed" | "redacted";
  turns: StoredTurn[];
  words: string;
}

export interface CallbackRow extends Changing {
  phone: string;
  contactId: string | null;
  voiceAgentId: string | null;
  scriptId: string | null;
  timezone: string;
  at: string;
  moved: boolean;
  reason: string | null;
  status: "scheduled" | "due" | "calling" | "done" | "missed" | "cancelled";
  missedBecause: string | null;
  callId: string | null;
  version: number;
}

export interface CampaignRow extends Changing {
  name: string;
  listId: string;
  voiceAgentId: string | null;
  scriptId: string | null;
  fromNumberIds: string[];
  startAt: string | null;
  maxConcurrent: number;
  maxAttempts: number;
  retryAfterMin: number;
  status: "draft" | "scheduled" | "running" | "paused" | "completed" | "cancelled";
  pausedBecause: string | null;
  startedAt: string | null;
  endedAt: string | null;
  version: number;
}

export interface VoiceTables {
  caller_numbers: NumberRow;
  caller_routes: RouteRow;
  caller_voice_agents: VoiceAgentRow;
  caller_scripts: ScriptRow;
  caller_script_versions: ScriptVersionRow;
  caller_contacts: ContactRow;
  caller_lists: ListRow;
  caller_do_not_call: DoNotCallRow;
  caller_consents: ConsentRow;
  caller_calls: CallRow;
  caller_call_events: CallEventRow;
  caller_transcripts: TranscriptRow;
  caller_callbacks: CallbackRow;
  caller_campaigns: CampaignRow;
}
