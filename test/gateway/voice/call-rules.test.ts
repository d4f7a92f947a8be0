import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { knownZonesOf } from "../../../src/telephony/number-zones.ts";
import { callStatuses, isFinal, movesOn } from "../../../subgraphs/gateway/voice/calls/call-states.ts";
import { costOf } from "../../../subgraphs/gateway/voice/calls/call-credits.service.ts";
import {
  isWithinHours,
  legalHours,
  nextWithinHours,
} from "../../../subgraphs/gateway/voice/contacts/calling-window.ts";
import { beginDialogue, matchAnswer } from "../../../subgraphs/gateway/voice/scripts/dialogue.ts";
import { findScriptProblems, stepsOfText } from "../../../subgraphs/gateway/voice/scripts/script-graph.ts";
import { clockOf, writeTranscript } from "../../../subgraphs/gateway/voice/transcripts/transcript-file.ts";
import { redactText, redactionKinds } from "../../../subgraphs/gateway/voice/transcripts/redact-text.ts";
import { timeTurns } from "../../../subgraphs/gateway/voice/transcripts/turn-times.ts";
import { sayAndListen } from "../../../subgraphs/gateway/voice/calls/twiml.ts";
import { readTwiml } from "../../../sandbox/carrier/read-twiml.ts";

const hours = { ...legalHours, days: [1, 2, 3, 4, 5, 6, 7], holidays: [] as string[] };
const newYork = ["America/New_York"];

describe("calling hours", () => {
  test.each([
    // 09:00 in New York is 13:00Z in July and 14:00Z in December; the hours begin an hour earlier.
    [newYork, "2026-07-01T11:59:59Z", false],
    [newYork, "2026-07-01T12:00:00Z", true],
    [newYork, "2026-12-01T12:59:59Z", false],
    [newYork, "2026-12-01T13:00:00Z", true],
    [newYork, "2026-12-02T02:00:00Z", false],
    // The mornings of the days of 23 and 25 hours.
    [newYork, "2026-03-08T11:59:59Z", false],
    [newYork, "2026-03-08T12:00:00Z", true],
    [newYork, "2026-11-01T12:59:59Z", false],
    [newYork, "2026-11-01T13:00:00Z", true],
    // Phoenix has no shift.
    [["America/Phoenix"], "2026-07-01T15:00:00Z", true],
    [["America/Phoenix"], "2026-12-01T14:59:59Z", false],
    // Several zones: all must be inside.
    [["America/Chicago", "America/Denver"], "2026-12-01T14:30:00Z", false],
    [["America/Chicago", "America/Denver"], "2026-12-01T15:00:00Z", true],
    [["Australia/Lord_Howe"], "2026-10-04T00:00:00Z", true],
  ])("in %s at %s: %s", (zones, at, isOpen) => {
    expect(isWithinHours(zones, hours, new Date(at))).toBe(isOpen);
  });

  test("a number is where its area code is, else in its country, else nowhere known", () => {
    expect(knownZonesOf("+12125550142")).toEqual(newYork);
    expect(knownZonesOf("+13085550142")).toEqual(["America/Chicago", "America/Denver"]);
    expect(knownZonesOf("+442079460000")).toEqual(["Europe/London"]);
    expect(knownZonesOf("+34911234567")).toContain("Atlantic/Canary");
    expect(knownZonesOf("+18005550100")).toBeNull();
  });

  test("days and holidays are those of the called person; zones too far apart have no time", () => {
    const weekdays = { ...hours, days: [1, 2, 3, 4, 5], holidays: ["2026-12-25"] };
    // A Thursday evening in New York, before a holiday on a Friday.
    const next = nextWithinHours(newYork, weekdays, new Date("2026-12-25T02:30:00Z"));
    expect(next?.toISOString()).toBe("2026-12-28T13:00:00.000Z");
    const apart = ["Etc/UTC", "Etc/GMT-8", "Etc/GMT+8"];
    expect(nextWithinHours(apart, hours, new Date("2026-12-01T00:00:00Z"))).toBeNull();
  });

  test("the next time is within the hours, and nothing before it is", () => {
    const zone = fc.constantFrom(
      "America/New_York",
      "America/Phoenix",
      "Asia/Kathmandu",
      "Australia/Lord_Howe",
    );
    const moment = fc.date({
      min: new Date("2026-01-01"),
      max: new Date("2027-12-31"),
      noInvalidDate: true,
    });
    const property = fc.property(zone, moment, fc.nat(1_000), (one, at, part) => {
      const next = nextWithinHours([one], hours, at)!;
      expect(isWithinHours([one], hours, next)).toBe(true);
      const between = new Date(at.getTime() + ((next.getTime() - at.getTime()) * part) / 1_001);
      if (between < next) expect(isWithinHours([one], hours, between)).toBe(false);
    });
    fc.assert(property, { numRuns: 200 });
  });
});

const branch = (id: string, next: Record<string, string>, say = "x") => ({
  id,
  say,
  expect: Object.keys(next).filter((answer) => answer !== "*"),
  next,
  goal: false,
});

describe("a script", () => {
  test.each([
    ["no_steps", [], []],
    ["unknown_step", [branch("a", { yes: "b" })], []],
    ["unreachable_step", [branch("a", {}), branch("b", {})], []],
    ["loop_without_exit", [branch("a", { "*": "b" }), branch("b", { "*": "a" })], []],
    ["unknown_variable", [branch("a", {}, "Hello {{nick}}")], []],
    ["duplicate_step", [branch("a", { "*": "a", no: "a" }), branch("a", {})], []],
    ["missing_next", [{ ...branch("a", { yes: "b" }), expect: ["yes", "no"] }, branch("b", {})], []],
    ["unexpected_answer", [{ ...branch("a", { yes: "b" }), expect: [] }, branch("b", {})], []],
  ])("has the problem %s", (rule, steps, variables) => {
    expect(findScriptProblems(steps, variables).map((problem) => problem.rule)).toContain(rule);
  });

  test("of a text says its paragraphs and has no problem", () => {
    const steps = stepsOfText("Hello.\n\nWe are  open.\n\nGoodbye.");
    expect(steps.map(({ say }) => say)).toEqual(["Hello.", "We are open.", "Goodbye."]);
    expect(findScriptProblems(steps, [])).toEqual([]);
  });

  test("the longest expected reply decides; silence and noise repeat the question, then end the call", () => {
    const plan = {
      firstMessage: null,
      endPhrases: ["wrong number"],
      steps: [branch("a", { no: "b", "no problem": "c" }), branch("b", {}), branch("c", {})],
    };
    const begun = beginDialogue(plan, {});
    expect(matchAnswer(plan, begun, "No problem!", {}).stepId).toBe("c");
    expect(matchAnswer(plan, begun, "Oh, NO.", {}).stepId).toBe("b");
    expect(matchAnswer(plan, begun, "nobody", {}).stepId).toBe("a");
    expect(matchAnswer(plan, begun, "Sorry, wrong number", {}).outcome).toBe("ended_by_phrase");
    expect(matchAnswer(plan, begun, "Don’t call me again", {}).outcome).toBe("opted_out");
    const silence = [1, 2, 3].reduce((state) => matchAnswer(plan, state, "", {}), begun);
    expect(silence).toMatchObject({ ended: "silence_timeout", outcome: "no_response" });
  });

  test("any reply to any script ends the dialogue or leads to one of its steps", () => {
    const steps = [branch("a", { yes: "b", "*": "a" }), branch("b", { no: "c" }), branch("c", {})];
    const plan = { firstMessage: "Hi", endPhrases: [], steps };
    const property = fc.property(fc.array(fc.string(), { maxLength: 30 }), (answers) => {
      let state = beginDialogue(plan, {});
      for (const answer of answers) state = matchAnswer(plan, state, answer, {});
      expect(["a", "b", "c"]).toContain(state.stepId);
      expect(state.ended === null || state.outcome !== null).toBe(true);
    });
    fc.assert(property);
  });

  test("spoken text reaches the carrier unchanged", () => {
    const property = fc.property(fc.string({ unit: "grapheme-ascii" }), (text) => {
      const spoken = { text, voiceId: "Polly.Amy", language: "en-GB" };
      const xml = sayAndListen(spoken, { answerUrl: "http://x/a?b=1&c=2", hints: ["yes", "<no>"] });
      expect(readTwiml(xml)).toEqual({
        says: [text],
        gather: { action: "http://x/a?b=1&c=2", hints: ["yes", "<no>"] },
        dial: null,
        recording: null,
        stream: null,
        enqueue: null,
        queue: null,
        leaves: false,
        plays: [],
      });
    });
    fc.assert(property);
  });
});

describe("a transcript", () => {
  test("has dense indexes, starts that do not fall, and no turn beyond the call", () => {
    const turn = fc.record({
      speaker: fc.constantFrom("agent" as const, "callee" as const),
      text: fc.string({ maxLength: 300 }),
      confidence: fc.constant(1),
      stepId: fc.constant(null),
    });
    const property = fc.property(fc.array(turn, { maxLength: 40 }), fc.nat(600_000), (spoken, durationMs) => {
      const turns = timeTurns(spoken, durationMs);
      expect(turns.map(({ index }) => index)).toEqual(spoken.map((_, index) => index));
      turns.forEach(({ startMs, endMs }, at) => {
        expect(startMs).toBeLessThanOrEqual(endMs);
        expect(endMs).toBeLessThanOrEqual(durationMs);
        expect(startMs).toBeGreaterThanOrEqual(turns[at - 1]?.startMs ?? 0);
      });
    });
    fc.assert(property);
  });

  const turns = [
    {
      index: 0,
      speaker: "callee" as const,
      text: "a <b> & -->\nc",
      startMs: 3_723_004,
      endMs: 3_724_000,
      confidence: 1,
      stepId: null,
    },
  ];
  test.each([
    ["txt", "[01:02:03] Callee: a <b> & --> c\n"],
    ["srt", "1\n01:02:03,004 --> 01:02:04,000\nCallee: a <b> & -> c\n"],
    ["vtt", "WEBVTT\n\n01:02:03.004 --> 01:02:04.000\n<v Callee>a &lt;b&gt; &amp; --&gt; c\n"],
  ] as const)("is written as %s", (format, content) => {
    expect(writeTranscript(format, { callId: "call_1", language: "en-US", turns })).toBe(content);
  });

  test("has times of two digits and three", () => {
    expect(clockOf(0, ",")).toBe("00:00:00,000");
    expect(clockOf(36_000_001, ".")).toBe("10:00:00.001");
  });
});

describe("a call", () => {
  test("a call advances by rank in any order of updates, and a final state stays", () => {
    const status = fc.constantFrom(...callStatuses);
    const property = fc.property(fc.array(status, { maxLength: 20 }), (news) => {
      let at = callStatuses[0] as (typeof callStatuses)[number];
      let final: string | null = null;
      for (const next of news) {
        if (movesOn(at, next)) at = next;
        if (final !== null) expect(at).toBe(final);
        if (isFinal(at)) final ??= at;
      }
    });
    fc.assert(property);
  });

  test.each([
    [0, 200],
    [60, 200],
    [61, 400],
    [120, 400],
    [900, 400],
  ])("of %i seconds with two minutes held costs %i hundredths", (seconds, cost) => {
    expect(costOf({ holdId: "hold_1", heldMinutes: 2, heldHundredths: 400 }, seconds)).toBe(cost);
  });
});

describe("redaction", () => {
  test.each([
    ["My card is 4111 1111 1111 1111, thanks.", "My card is [card], thanks."],
    ["4111-1111-1111-1112 was misheard", "[card] was misheard"],
    ["Social 123-45-6789.", "Social [ssn]."],
    ["Call +1 (212) 555-0142 or 555-0143!", "Call [phone] or [phone]!"],
    ["(212) 555-0142", "[phone]"],
    ["Write to Ann.Ace+x@mail.example.com.", "Write to [email]."],
    ["Ask 5550142000@example.com", "Ask [email]"],
    ["On 2026, at 10 30 for 25 people @ home", "On 2026, at 10 30 for 25 people @ home"],
  ])("masks %s", (text, masked) => {
    expect(redactText(text, redactionKinds)).toBe(masked);
  });

  test.each([
    ["Hello Ann Ace, this is ann. Acely is another.", "Hello [name], this is [name]. Acely is another."],
    ["Is Mr. Ace there?", "Is Mr. [name] there?"],
    ["Yes, my name is Maria de la Cruz and I", "Yes, my name is [name] de la Cruz and I"],
    ["MY NAME IS Bob O'Neil-Smith Jr.", "MY NAME IS [name]."],
    ["my name is jo", "my name is [name]"],
    ["my name is 5", "my name is 5"],
    ["İstanbul, Ann", "İstanbul, [name]"],
  ])("masks the names of %s", (text, masked) => {
    expect(redactText(text, ["name"], ["Ann Ace", "Al"])).toBe(masked);
  });

  test("masks only the kinds that are asked for", () => {
    const text = "4111111111111111 123456789 2125550142 ann@example.com";
    expect(redactText("4111111111111111, 123456789", ["ssn"])).toBe("4111111111111111, [ssn]");
    expect(redactText("ann@example.com, 2125550142", ["email"])).toBe("[email], 2125550142");
    expect(redactText(text, [])).toBe(text);
  });
});
