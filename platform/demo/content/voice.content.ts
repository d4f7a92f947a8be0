import { dayAfter, step, type ContentRow, type ContentStep, type DemoContent } from "./content-step.ts";

const dialogue = [
  {
    id: "ask",
    say: "Hello {{contactName}}, does Friday suit you?",
    expect: ["yes", "no"],
    next: { yes: "booked", no: "sorry", "*": "ask" },
  },
  { id: "booked", say: "Thank you, see you on Friday.", goal: true },
  { id: "sorry", say: "We will write to you instead." },
];

const contact = (name: string, person: string, phone: string) =>
  step(name, "createCallContact", {
    name: person,
    phone,
    consent: { kind: "express", source: "Web form" },
  });

/** People to call, a script, a voice, and planned calls. */
export function voiceContent(ownerId: string, now: Date): DemoContent {
  return {
    subgraph: "gateway",
    appId: "ai-caller",
    ownerId,
    lastRow: { table: "caller_callbacks", id: "cbk_demo_1" },
    rows: callRows(ownerId, now),
    steps: [...scriptSteps(), ...callSteps(now)],
  };
}

/** A finished call and what was said in it. */
function callRows(ownerId: string, now: Date): ContentRow[] {
  const at = (seconds: number) =>
    new Date(now.getTime() - 2 * 24 * 60 * 60 * 1000 + seconds * 1000).toISOString();
  const said = (index: number, speaker: string, text: string, startMs: number) => {
    return { index, speaker, text, startMs, endMs: startMs + 3_000, confidence: 1, stepId: null };
  };
  const turns = [
    said(0, "agent", "This is Pia's Workshop. Hello Dana Alva, does Friday suit you?", 0),
    said(1, "callee", "Yes, Friday is fine.", 4_000),
    said(2, "agent", "Thank you, see you on Friday.", 8_000),
  ];
  const own = { owner_id: ownerId, created_at: at(0) };
  const call = finishedCall(ownerId, at);
  const events = ["queued", "ringing", "in-progress", "completed"].map((status, index) => {
    const event = {
      id: `cev_demo_${index + 1}`,
      call_id: call.id,
      status,
      source: "platform",
      applied: true,
    };
    return { table: "caller_call_events", row: { ...own, ...event, at: at(index * 6) } };
  });
  const words = turns.map(({ text }) => text).join("\n");
  const transcript = {
    ...own,
    id: call.id,
    language: "en-US",
    status: "ready",
    turns,
    words,
    updated_at: at(18),
  };
  const number = {
    id: "pho_demo_1",
    owner_id: ownerId,
    e164: "+16465550190",
    label: "Office",
    status: "active",
    created_at: at(0),
    updated_at: at(0),
  };
  return [
    { table: "caller_numbers", row: number },
    { table: "caller_calls", row: call },
    { table: "caller_calls", row: busyCall(call, at) },
    { table: "caller_calls", row: liveCall(call, at) },
    ...events,
    { table: "caller_transcripts", row: transcript },
  ];
}

/** People, scripts and a voice. */
function scriptSteps(): ContentStep[] {
  return [
    contact("1", "Dana Alva", "+12125550142"),
    contact("2", "Emil Baker", "+13105550143"),
    contact("3", "Flora Quinn", "+14155550144"),
    step("1", "createContactList", {
      name: "Customers",
      contactIds: ["cct_demo_1", "cct_demo_2", "cct_demo_3"],
    }),
    step("spare", "createContactList", { name: "With consent", filter: { hasConsent: true } }),
    step("1", "createCallScript", { name: "Visit", goal: "A visit is agreed", steps: dialogue }),
    step("1", "publishScriptVersion", { scriptId: "scr_demo_1", version: 1 }),
    step("draft", "createCallScript", { name: "Survey", goal: "Feedback is given", steps: dialogue }),
    step("1", "createVoiceAgent", {
      name: "Joanna",
      voiceId: "Polly.Joanna",
      language: "en-US",
      scriptId: "scr_demo_1",
      firstMessage: "This is Pia's Workshop.",
      maxDurationSec: 120,
    }),
  ];
}

/** Campaigns, a planned call and a callback. */
function callSteps(now: Date): ContentStep[] {
  return [
    step("1", "addToDoNotCall", {
      phone: "+12125550199",
      reason: "Asked not to be called",
      source: "Phone",
    }),
    step("1", "createCallCampaign", {
      name: "Spring visits",
      listId: "cls_demo_1",
      voiceAgentId: "vag_demo_1",
      startAt: "2035-05-04T15:30:00.000Z",
    }),
    step("running", "createCallCampaign", {
      name: "Autumn visits",
      listId: "cls_demo_1",
      voiceAgentId: "vag_demo_1",
      startAt: "2035-10-04T15:30:00.000Z",
    }),
    step("running", "startCallCampaign", { campaignId: "cmp_demo_running" }),
    step(
      "planned",
      "initiateCall",
      {
        to: "+13105550143",
        voiceAgentId: "vag_demo_1",
        // 11:00 or noon in Los Angeles: a platform may be started at night, when no call may be planned for.
        scheduleAt: `${dayAfter(now, 20)}T19:00:00.000Z`,
      },
      0,
    ),
    step("1", "scheduleCallback", {
      contactId: "cct_demo_1",
      at: "2035-05-04T10:30",
      voiceAgentId: "vag_demo_1",
    }),
  ];
}

/** The row of a call that reached its goal. */
function finishedCall(ownerId: string, at: (seconds: number) => string) {
  return {
    id: "call_demo_1",
    owner_id: ownerId,
    created_at: at(0),
    direction: "outbound",
    to_number: "+12125550142",
    contact_id: "cct_demo_1",
    voice_agent_id: "vag_demo_1",
    script_id: "scr_demo_1",
    script_version: 1,
    plan: {
      voiceId: "Polly.Joanna",
      language: "en-US",
      firstMessage: "This is Pia's Workshop.",
      endPhrases: [],
      transferTo: null,
      agentRevision: 1,
      steps: dialogue,
    },
    variables: {},
    status: "completed",
    due_at: at(0),
    attempt: 1,
    max_duration_sec: 120,
    answered_at: at(6),
    ended_at: at(18),
    duration_sec: 12,
    ended_reason: "script_finished",
    outcome: "booked",
    goal_reached: true,
    answered_by: "human",
    recording: {
      status: "processing",
      consent: "asked",
      consentedAt: at(8),
      carrierSid: null,
      fileId: null,
      durationSec: 10,
      size: null,
    },
    updated_at: at(18),
  };
}

/** The row of a call to the same person that was not answered, the hour before. */
function busyCall(call: ReturnType<typeof finishedCall>, at: (seconds: number) => string) {
  const ended = { status: "busy", outcome: "busy", ended_reason: null, goal_reached: false };
  const times = { created_at: at(-3_600), due_at: at(-3_600), answered_at: null, ended_at: at(-3_580) };
  return {
    ...call,
    id: "call_demo_busy",
    recording: null,
    ...ended,
    ...times,
    duration_sec: 0,
    answered_by: null,
  };
}

/** The row of a call in which somebody is talking. The sandbox takes instructions for calls of such IDs. */
function liveCall(call: ReturnType<typeof finishedCall>, at: (seconds: number) => string) {
  const live = {
    status: "in-progress",
    ended_at: null,
    duration_sec: null,
    ended_reason: null,
    outcome: null,
  };
  const sid = `CA${"0".repeat(31)}1`;
  return {
    ...call,
    id: "call_demo_live",
    recording: null,
    ...live,
    goal_reached: false,
    carrier_call_id: sid,
    created_at: at(-60),
  };
}
