import { createHash } from "node:crypto";
import { callableNumber, steps } from "../../gateway/voice/call-fixtures.ts";
import type { TestApp } from "../../support/app.ts";
import { until } from "../../support/poll.ts";
import type { Sample } from "./door-samples.ts";

type Headers = Record<string, string>;
type Input = Record<string, unknown>;

const fixed = (input: Input) => () => Promise.resolve(input);
/** Longer than any id, and short enough for a path. */
const overlong = "x".repeat(80);

async function make(app: TestApp, headers: Headers, path: string, body: Input): Promise<Input> {
  const answer = await app.post(path, body, { "x-app-id": "ai-caller", ...headers });
  if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return answer.body as Input;
}

async function newScript(app: TestApp, headers: Headers): Promise<{ scriptId: string }> {
  const script = { name: "Visit", goal: "A visit is agreed", steps };
  return { scriptId: (await make(app, headers, "/call-scripts", script))["id"] as string };
}

async function liveScript(app: TestApp, headers: Headers): Promise<{ scriptId: string }> {
  const { scriptId } = await newScript(app, headers);
  await make(app, headers, `/call-scripts/${scriptId}/publish`, { version: 1 });
  return { scriptId };
}

const sampleAgent = { name: "Joanna", voiceId: "Polly.Joanna", language: "en-US", firstMessage: "Hello." };
const newAgent = async (app: TestApp, headers: Headers) => ({
  voiceAgentId: (await make(app, headers, "/voice-agents", sampleAgent))["id"] as string,
});

async function newContact(app: TestApp, headers: Headers): Promise<{ contactId: string; phone: string }> {
  const phone = callableNumber();
  const consent = { kind: "express", source: "sample" };
  const { id } = await make(app, headers, "/call-contacts", { name: "Ann Ace", phone, consent });
  return { contactId: id as string, phone };
}

async function newList(app: TestApp, headers: Headers) {
  const { contactId } = await newContact(app, headers);
  const list = await make(app, headers, "/contact-lists", { name: "All", contactIds: [contactId] });
  return { listId: list["id"] as string, contactIds: [contactId] };
}

async function newCall(app: TestApp, headers: Headers, more: Input = {}): Promise<{ callId: string }> {
  const { phone: to } = await newContact(app, headers);
  const agent = await newAgent(app, headers);
  return { callId: (await make(app, headers, "/calls", { to, ...agent, ...more }))["callId"] as string };
}

const ahead = () => new Date(Date.now() + 30 * 60_000).toISOString();
const newPlannedCall = (app: TestApp, headers: Headers) => newCall(app, headers, { scheduleAt: ahead() });

/** A finished and charged call: nothing of it changes any more. */
async function spokenCall(app: TestApp, headers: Headers): Promise<{ callId: string }> {
  const call = await newCall(app, headers);
  const isSettled = async () => {
    const [row] = await app.database.query(
      `SELECT 1 FROM gateway.caller_calls c JOIN hub.credit_holds h ON h.id = c.hold_id
       WHERE c.id = $1 AND c.ended_at IS NOT NULL AND h.status <> 'pending'`,
      [call.callId],
    );
    return row !== undefined;
  };
  await until("the sample's call is over", isSettled);
  return call;
}

const period = { from: "2026-01-01T00:00:00.000Z", to: "2026-12-31T00:00:00.000Z" };

/** A call that was not answered, and is over. */
async function busyCall(app: TestApp, headers: Headers): Promise<{ callId: string }> {
  const call = await newPlannedCall(app, headers);
  await app.database.query(
    `UPDATE gateway.caller_calls SET status = 'busy', outcome = 'busy', ended_at = now(), duration_sec = 0 WHERE id = $1`,
    [call.callId],
  );
  return call;
}

/** A call in which somebody talks; the carrier's stand-in takes instructions for IDs like this. */
async function liveCall(app: TestApp, headers: Headers): Promise<{ callId: string }> {
  const call = await newPlannedCall(app, headers);
  const sid = `CA${"0".repeat(16)}${createHash("sha256").update(call.callId).digest("hex").slice(0, 16)}`;
  await app.database.query(
    `UPDATE gateway.caller_calls SET status = 'in-progress', answered_at = now(), carrier_call_id = $2, asked_at = now(),
       dialogue = '{"heard": 0, "stepId": null, "repeats": 0, "ended": null, "outcome": null, "goalReached": false, "say": ""}'
     WHERE id = $1`,
    [call.callId, sid],
  );
  return call;
}

/** A call that was recorded without audio, since the carrier failed. */
async function recordedCall(app: TestApp, headers: Headers): Promise<{ callId: string }> {
  const call = await busyCall(app, headers);
  const recording = { status: "failed", consent: "asked", consentedAt: new Date().toISOString() };
  const nothing = { carrierSid: null, fileId: null, durationSec: null, size: null };
  await app.database.query("UPDATE gateway.caller_calls SET recording = $2 WHERE id = $1", [
    call.callId,
    JSON.stringify({ ...recording, ...nothing }),
  ]);
  return call;
}

async function newCallback(app: TestApp, headers: Headers): Promise<{ callbackId: string }> {
  const { contactId } = await newContact(app, headers);
  const agent = await newAgent(app, headers);
  const wanted = { contactId, at: "2035-05-04T10:30", ...agent };
  return { callbackId: (await make(app, headers, "/callbacks", wanted))["id"] as string };
}

async function newCampaign(app: TestApp, headers: Headers): Promise<{ campaignId: string }> {
  const { listId } = await newList(app, headers);
  const agent = await newAgent(app, headers);
  const startAt = "2035-05-04T15:30:00.000Z";
  const campaign = await make(app, headers, "/call-campaigns", { name: "All", listId, startAt, ...agent });
  return { campaignId: campaign["id"] as string };
}

const started = async (app: TestApp, headers: Headers) => {
  const campaign = await newCampaign(app, headers);
  await make(app, headers, `/call-campaigns/${campaign.campaignId}/start`, {});
  return campaign;
};

/** An operation on one row: rejects a malformed id, and another tenant's. */
const own = (name: string, input: Sample["input"], more: Input = {}): Sample => ({
  input,
  bad: { input: { [name]: overlong, ...more }, paths: [name] },
  foreign: "NOT_FOUND",
});
const page = (input: Input = {}): Sample => ({
  input: fixed(input),
  bad: { input: { limit: 0 }, paths: ["limit"] },
});

const people: Record<string, Sample> = {
  CreateCallContact: {
    input: async () => ({ name: "Ann Ace", phone: callableNumber(), variables: { nick: "Annie" } }),
    bad: { input: { name: " ", phone: overlong }, paths: ["name", "phone"] },
  },
  GetCallContact: own("contactId", async (app, headers) => {
    const { contactId } = await newContact(app, headers);
    return { contactId };
  }),
  ListCallContacts: page({ query: "ann" }),
  UpdateCallContact: own("contactId", async (app, headers) => ({
    contactId: (await newContact(app, headers)).contactId,
    name: "Ann Baker",
  })),
  DeleteCallContact: own("contactId", async (app, headers) => {
    const { contactId } = await newContact(app, headers);
    return { contactId };
  }),
  ValidatePhoneNumber: {
    input: fixed({ phone: "(212) 555-0142", defaultCountry: "US" }),
    bad: { input: { phone: overlong, defaultCountry: "us" }, paths: ["phone", "defaultCountry"] },
  },
  ImportCallContacts: {
    input: async () => ({ csv: `name,phone\nAnn Ace,${callableNumber()}\nNobody,x\n` }),
    bad: { input: { csv: "x", defaultCountry: "us" }, paths: ["defaultCountry"] },
  },
  CreateContactList: {
    input: async (app, headers) => ({
      name: "All",
      contactIds: [(await newContact(app, headers)).contactId],
    }),
    bad: { input: { name: " " }, paths: ["name"] },
    foreign: "NOT_FOUND",
  },
  DeleteContactList: own("listId", async (app, headers) => ({
    listId: (await newList(app, headers)).listId,
  })),
  ListContactLists: page(),
  AddToContactList: own("listId", newList, { contactIds: ["cct_none"] }),
  RemoveFromContactList: own("listId", newList, { contactIds: ["cct_none"] }),
  AddToDoNotCall: {
    input: async () => ({ phone: callableNumber(), reason: "Asked so", source: "sample" }),
    bad: { input: { phone: overlong, reason: " ", source: " " }, paths: ["phone", "reason", "source"] },
  },
  RemoveFromDoNotCall: {
    input: async (app, headers) => {
      const phone = callableNumber();
      await make(app, headers, "/do-not-call", { phone, reason: "Asked so", source: "sample" });
      return { phone, proof: "Asked to be called" };
    },
    bad: { input: { phone: "+12125550142", proof: " " }, paths: ["proof"] },
  },
  CheckDoNotCall: {
    input: fixed({ phones: ["+12125550142", "x"] }),
    bad: { input: { phones: [] }, paths: ["phones"] },
  },
  ListDoNotCall: page(),
  RecordConsent: {
    input: fixed({ phone: "+12125550142", kind: "written", source: "contract" }),
    bad: {
      input: { phone: overlong, kind: "express", source: " " },
      paths: ["phone", "source"],
    },
  },
  GetCallingRules: { input: fixed({}) },
  UpdateCallingRules: {
    input: fixed({ maxAttemptsPerDay: 3 }),
    bad: {
      input: { from: "9", maxAttemptsPerDay: 0, keepRecordingsDays: 0 },
      paths: ["from", "maxAttemptsPerDay", "keepRecordingsDays"],
    },
  },
  CheckCallingWindow: {
    input: fixed({ phone: "+12125550142", at: "2026-07-01T12:00:00.000Z" }),
    bad: { input: { phone: overlong }, paths: ["phone"] },
  },
};

const scripts: Record<string, Sample> = {
  CreateScript: {
    input: fixed({ name: "Visit", goal: "A visit is agreed", steps }),
    bad: { input: { name: " ", goal: " ", text: "Hello." }, paths: ["name", "goal"] },
  },
  GetScript: own("scriptId", newScript),
  ListScripts: page({ status: "active" }),
  UpdateScript: own("scriptId", async (app, headers) => ({
    ...(await newScript(app, headers)),
    text: "Hello.\n\nGoodbye.",
  })),
  PublishScriptVersion: own(
    "scriptId",
    async (app, headers) => ({ ...(await newScript(app, headers)), version: 1 }),
    { version: 1 },
  ),
  ListScriptVersions: own("scriptId", newScript),
  ArchiveScript: own("scriptId", newScript),
  ValidateScript: own("scriptId", newScript),
  SimulateScript: own(
    "scriptId",
    async (app, headers) => ({ ...(await newScript(app, headers)), utterances: ["yes"] }),
    { utterances: [] },
  ),
  CreateVoiceAgent: {
    input: async (app, headers) => ({ ...sampleAgent, ...(await liveScript(app, headers)) }),
    bad: { input: { ...sampleAgent, name: " ", maxDurationSec: 1 }, paths: ["name", "maxDurationSec"] },
    foreign: "NOT_FOUND",
  },
  GetVoiceAgent: own("voiceAgentId", newAgent),
  ListVoiceAgents: page(),
  UpdateVoiceAgent: own("voiceAgentId", async (app, headers) => ({
    ...(await newAgent(app, headers)),
    firstMessage: "Good day.",
  })),
  ArchiveVoiceAgent: own("voiceAgentId", newAgent),
  ListVoices: {
    input: fixed({ language: "en" }),
    bad: { input: { language: overlong }, paths: ["language"] },
  },
};

const dataSchema = { type: "object", properties: { day: { type: "string" } } };

let numbers = 0;
/** Past 0008: the stand-in has no number with that end. */
const freshNumber = () => `+1646${String(2_000_010 + (numbers += 1))}`;
const newNumber = async (app: TestApp, headers: Headers) => ({
  numberId: (await make(app, headers, "/caller-numbers", { e164: freshNumber() }))["id"] as string,
});

const calls: Record<string, Sample> = {
  SearchAvailableNumbers: {
    input: fixed({ country: "US", areaCode: "415" }),
    bad: { input: { country: "us", areaCode: "x" }, paths: ["country", "areaCode"] },
  },
  RegisterPhoneNumber: {
    input: async () => ({ e164: freshNumber(), label: "Office" }),
    bad: { input: { e164: "x" }, paths: ["e164"] },
  },
  UpdatePhoneNumber: own("numberId", async (app, headers) => ({
    ...(await newNumber(app, headers)),
    label: "Front desk",
  })),
  ReleasePhoneNumber: own("numberId", newNumber),
  SetInboundRoute: {
    input: async (app, headers) => ({
      ...(await newNumber(app, headers)),
      route: { ...(await newAgent(app, headers)), voicemail: "Leave a message." },
    }),
    bad: {
      input: { numberId: overlong, route: { voicemail: " ", queue: { maxWaitSec: 1, musicUrl: "ftp://x" } } },
      paths: ["numberId", "route.voicemail", "route.queue.maxWaitSec", "route.queue.musicUrl"],
    },
    foreign: "NOT_FOUND",
  },
  TransferCall: own(
    "callId",
    async (app, headers) => ({ ...(await liveCall(app, headers)), to: "+12125550180", mode: "warm" }),
    { to: "+12125550180", mode: "warm" },
  ),
  ListPhoneNumbers: page({ status: "active" }),
  InitiateCall: {
    input: async (app, headers) => {
      const { phone: to } = await newContact(app, headers);
      return { to, ...(await newAgent(app, headers)), scheduleAt: ahead() };
    },
    bad: { input: { to: overlong, maxDurationSec: 1 }, paths: ["to", "maxDurationSec"] },
    foreign: "NOT_FOUND",
  },
  GetCall: own("callId", newPlannedCall),
  ListCalls: page({ direction: "outbound" }),
  ListActiveCalls: { input: fixed({}) },
  EndCall: own("callId", spokenCall),
  CancelCall: own("callId", newPlannedCall),
  GetCallEvents: own("callId", newPlannedCall),
  RetryCall: own("callId", busyCall),
  EstimateCallCost: {
    input: fixed({ to: "+12125550142", expectedMinutes: 5 }),
    bad: { input: { to: overlong, expectedMinutes: 61 }, paths: ["to", "expectedMinutes"] },
  },
  SetCallDisposition: own(
    "callId",
    async (app, headers) => {
      const call = await newPlannedCall(app, headers);
      await make(app, headers, `/calls/${call.callId}/cancel`, {});
      return { ...call, disposition: "wrong_number", note: "Somebody else answered" };
    },
    { disposition: "wrong_number" },
  ),
  AddCallNote: own(
    "callId",
    async (app, headers) => ({ ...(await newPlannedCall(app, headers)), text: "Call in the morning." }),
    { text: "Call in the morning." },
  ),
  GetContactCallHistory: own("contactId", async (app, headers) => {
    const { contactId } = await newContact(app, headers);
    return { contactId };
  }),
  GetCallAnalytics: {
    input: fixed({ ...period, groupBy: "outcome" }),
    bad: { input: { ...period, groupBy: "hour" }, paths: ["groupBy"] },
  },
  GetAgentPerformance: {
    input: async (app, headers) => ({ ...period, ...(await newAgent(app, headers)) }),
    bad: { input: { ...period, voiceAgentId: overlong }, paths: ["voiceAgentId"] },
    foreign: "NOT_FOUND",
  },
  GetTranscript: own("callId", spokenCall),
  ExportTranscript: own(
    "callId",
    async (app, headers) => ({ ...(await spokenCall(app, headers)), format: "srt" }),
    { format: "srt" },
  ),
  RedactTranscript: own(
    "callId",
    async (app, headers) => ({ ...(await spokenCall(app, headers)), kinds: ["card", "phone"] }),
    { kinds: ["card"] },
  ),
  GetRecording: own("callId", recordedCall),
  DeleteRecording: own("callId", recordedCall),
  SummarizeCall: own("callId", spokenCall),
  ExtractCallData: own(
    "callId",
    async (app, headers) => ({ ...(await spokenCall(app, headers)), schema: dataSchema }),
    { schema: dataSchema },
  ),
  SearchTranscripts: {
    input: fixed({ query: "friday" }),
    bad: { input: { query: " ", limit: 0 }, paths: ["query", "limit"] },
  },
};

const campaigns: Record<string, Sample> = {
  ScheduleCallback: {
    input: async (app, headers) => {
      const { contactId } = await newContact(app, headers);
      return { contactId, at: "2035-05-04T22:30", ...(await newAgent(app, headers)) };
    },
    bad: { input: { phone: "+12125550142", at: "tomorrow" }, paths: ["at"] },
    foreign: "NOT_FOUND",
  },
  ListCallbacks: page({ status: "scheduled" }),
  RescheduleCallback: own(
    "callbackId",
    async (app, headers) => ({ ...(await newCallback(app, headers)), at: "2035-05-05T10:30" }),
    { at: "2035-05-05T10:30" },
  ),
  CancelCallback: own("callbackId", newCallback),
  CreateCallCampaign: {
    input: async (app, headers) => {
      const { listId } = await newList(app, headers);
      return { name: "All", listId, ...(await newAgent(app, headers)) };
    },
    bad: { input: { name: " ", listId: overlong, maxAttempts: 0 }, paths: ["name", "listId", "maxAttempts"] },
    foreign: "NOT_FOUND",
  },
  GetCallCampaign: own("campaignId", newCampaign),
  ListCallCampaigns: page({ status: "draft" }),
  UpdateCallCampaign: own("campaignId", async (app, headers) => ({
    ...(await newCampaign(app, headers)),
    maxConcurrent: 10,
  })),
  StartCallCampaign: own("campaignId", newCampaign),
  PauseCallCampaign: own("campaignId", started),
  CancelCallCampaign: own("campaignId", started),
  GetCallCampaignResults: own("campaignId", newCampaign),
};

export const callerSamples: Record<string, Sample> = { ...people, ...scripts, ...calls, ...campaigns };
