import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pauseReason } from "../../../subgraphs/hub/crm/campaigns/campaign-health.ts";
import { callMinutes, usedMinutes } from "../../../subgraphs/hub/crm/carrier/call-minutes.ts";
import { signCarrierForm } from "../../../src/telephony/carrier-signature.ts";
import { ratesOf } from "../../../subgraphs/hub/crm/campaigns/analytics-rates.ts";
import { createMessageTokens } from "../../../subgraphs/hub/crm/messages/message-tokens.ts";
import { isWithinHours, nextWithinHours } from "../../../subgraphs/hub/crm/messages/quiet-hours.ts";
import { allZones, knownAreaCodes, zonesOf } from "../../../src/telephony/number-zones.ts";
import { readSmsRequest } from "../../../subgraphs/hub/crm/messages/sms-keywords.ts";
import { countSegments } from "../../../subgraphs/hub/crm/messages/sms-segments.ts";

const newYork = "+12125550100";
const losAngeles = "+13105550100";
const phoenix = "+16025550100";
const dakota = "+17015550100";
const tollFree = "+18005550100";
const london = "+442079460000";

describe("the hours of a number", () => {
  test.each([
    // EST is UTC-5, EDT UTC-4; PST UTC-8; Arizona keeps UTC-7 all year.
    [newYork, "2026-01-15T12:59:59Z", false],
    [newYork, "2026-01-15T13:00:00Z", true],
    [newYork, "2026-01-16T01:59:59Z", true],
    [newYork, "2026-01-16T02:00:00Z", false],
    [newYork, "2026-07-15T12:00:00Z", true],
    [newYork, "2026-07-16T01:00:00Z", false],
    [losAngeles, "2026-01-15T15:59:59Z", false],
    [losAngeles, "2026-01-15T16:00:00Z", true],
    [phoenix, "2026-07-15T15:00:00Z", true],
    [phoenix, "2026-07-15T14:59:00Z", false],
    // Two zones: it must be so in both.
    [dakota, "2026-01-15T14:30:00Z", false],
    [dakota, "2026-01-15T15:00:00Z", true],
    [dakota, "2026-01-16T03:30:00Z", false],
    // No known place: only when it is so everywhere.
    [tollFree, "2026-01-15T18:00:00Z", false],
    [tollFree, "2026-01-15T23:00:00Z", true],
    [london, "2026-01-15T18:00:00Z", false],
    [london, "2026-01-15T23:00:00Z", true],
  ])("%s at %s: %s", (number, at, isWithin) => {
    expect(isWithinHours(number, new Date(at))).toBe(isWithin);
  });

  test.each([
    [newYork, "2026-01-15T13:00:00.500Z", "2026-01-15T13:00:00.500Z"],
    [newYork, "2026-01-16T02:00:00Z", "2026-01-16T13:00:00Z"],
    // The night in which clocks go forward.
    [newYork, "2026-03-08T04:00:00Z", "2026-03-08T12:00:00Z"],
    [newYork, "2026-11-01T04:00:00Z", "2026-11-01T13:00:00Z"],
  ])("%s, asked at %s, is next within them at %s", (number, at, next) => {
    expect(nextWithinHours(number, new Date(at))).toEqual(new Date(next));
  });

  test("the next allowed time is the first such quarter hour, never before the requested one", () => {
    const moment = fc.date({ min: new Date("2024-01-01"), max: new Date("2034-01-01"), noInvalidDate: true });
    const code = fc.constantFrom(...knownAreaCodes, "800", "999");
    fc.assert(
      fc.property(moment, code, (at, area) => {
        const number = `+1${area}5550100`;
        const next = nextWithinHours(number, at);
        expect(isWithinHours(number, next)).toBe(true);
        expect(next.getTime()).toBeGreaterThanOrEqual(at.getTime());
        const quarterBefore = new Date(next.getTime() - 15 * 60_000);
        if (next > at && quarterBefore >= at) expect(isWithinHours(number, quarterBefore)).toBe(false);
        expect(nextWithinHours(number, next)).toEqual(next);
      }),
      { numRuns: 150 },
    );
  });

  test("every area code is once in the table and every time zone exists", () => {
    expect(new Set(knownAreaCodes).size).toBe(knownAreaCodes.length);
    expect(knownAreaCodes.length).toBeGreaterThan(380);
    for (const code of knownAreaCodes) expect(code).toMatch(/^[2-9]\d\d$/);
    for (const timeZone of allZones) expect(() => new Intl.DateTimeFormat("en", { timeZone })).not.toThrow();
    expect(zonesOf("+18005550100")).toEqual(allZones);
  });
});

describe("the parts of a text", () => {
  test.each([
    ["", "GSM-7", 1],
    ["a".repeat(160), "GSM-7", 1],
    ["a".repeat(161), "GSM-7", 2],
    ["a".repeat(306), "GSM-7", 2],
    ["a".repeat(307), "GSM-7", 3],
    ["€".repeat(80), "GSM-7", 1],
    ["€".repeat(81), "GSM-7", 2],
    // An escape is not cut from its character: 76 of them fill 152 of 153 units.
    ["€".repeat(153), "GSM-7", 3],
    ["ç".repeat(70), "UCS-2", 1],
    ["ç".repeat(71), "UCS-2", 2],
    ["😀".repeat(35), "UCS-2", 1],
    ["😀".repeat(36), "UCS-2", 2],
    // 33 pairs fill 66 of 67 units.
    ["😀".repeat(67), "UCS-2", 3],
    ["Ça va à l'été", "GSM-7", 1],
    ["Straße è Ñandú? [ok]", "UCS-2", 1],
    ["Straße è Ñandu? [ok]", "GSM-7", 1],
  ])("%#: %s", (text, encoding, segments) => {
    expect(countSegments(text)).toEqual({ encoding, segments });
  });
});

test.each([
  ["STOP", "stop"],
  [" stop. ", "stop"],
  ["StopAll", "stop"],
  ["unsubscribe", "stop"],
  ["Cancel", "stop"],
  ["END", "stop"],
  ["quit!", "stop"],
  ["start", "start"],
  ["UNSTOP", "start"],
  ["Help", "help"],
  ["stop it", null],
  ["please stop", null],
  ["", null],
])("a text %j asks for %s", (text, request) => {
  expect(readSmsRequest(text)).toBe(request);
});

test("the carrier's signature matches the example of its documentation", () => {
  const params = {
    CallSid: "CA1234567890ABCDE",
    Caller: "+14158675310",
    Digits: "1234",
    From: "+14158675310",
    To: "+18005551212",
  };
  const url = "https://example.com/myapp.php?foo=1&bar=2";
  expect(signCarrierForm("12345", url, params)).toBe("L/OH5YylLD5NRKLltdqwSvS0BnU=");
});

test("a token is valid as signed and for its purpose only, by any of the keys", () => {
  const old = createMessageTokens(["first"]);
  const now = createMessageTokens(["second", "first"]);
  const token = old.sign("unsubscribe", "msg_1");
  expect(now.read("unsubscribe", token)).toBe("msg_1");
  expect(now.read("click", token)).toBeNull();
  expect(createMessageTokens(["other"]).read("unsubscribe", token)).toBeNull();
  for (let index = 0; index < token.length; index++) {
    const other = token[index] === "A" ? "B" : "A";
    const forged = token.slice(0, index) + other + token.slice(index + 1);
    expect(now.read("unsubscribe", forged)).not.toBe("msg_2");
    if (forged !== token) expect(now.read("unsubscribe", forged), String(index)).toBeNull();
  }
});

test.each([
  [199, 199, 199, null],
  [200, 10, 0, null],
  [200, 11, 0, "bounce_rate"],
  [1_000, 50, 3, null],
  [1_000, 50, 4, "complaint_rate"],
  [1_000, 51, 4, "bounce_rate"],
])("%i sends with %i bounces and %i complaints: %s", (sends, bounces, complaints, reason) => {
  expect(pauseReason({ sends, bounces, complaints })).toBe(reason);
});

test("rates are from 0 to 1, and 0 of nothing", () => {
  const none = {
    queued: 0,
    sent: 0,
    delivered: 0,
    bounced: 0,
    complained: 0,
    unsubscribed: 0,
    opened: 0,
    clicked: 0,
    failed: 0,
  };
  expect(ratesOf(none)).toEqual({ delivery: 0, open: 0, click: 0, bounce: 0, complaint: 0 });
  const some = { ...none, sent: 8, delivered: 6, bounced: 2, opened: 3, clicked: 1, complained: 1 };
  expect(ratesOf(some)).toEqual({
    delivery: 0.75,
    open: 0.5,
    click: 0.1667,
    bounce: 0.25,
    complaint: 0.1667,
  });
});

test("a call reserves minutes by its script's length, and uses started minutes, at most those", () => {
  expect([callMinutes(""), callMinutes("x".repeat(450)), callMinutes("x".repeat(451))]).toEqual([1, 1, 2]);
  expect([
    usedMinutes(0, 3),
    usedMinutes(1, 3),
    usedMinutes(60, 3),
    usedMinutes(61, 3),
    usedMinutes(900, 3),
  ]).toEqual([0, 1, 1, 2, 3]);
});
