import { describe, expect, test } from "vitest";
import {
  allowedOperations,
  checkResumeAt,
  needsChange,
  type SubscriptionRequest,
} from "../../../subgraphs/hub/subscriptions/subscription-guards.ts";
import { at, ending, inState, paused } from "./stored.ts";

const now = at("03-15T12:00:00");
const atEnd: SubscriptionRequest = { operation: "cancel", atPeriodEnd: true };
const atOnce: SubscriptionRequest = { operation: "cancel", atPeriodEnd: false };
const reactivate: SubscriptionRequest = { operation: "reactivate" };
const pause: SubscriptionRequest = { operation: "pause", resumesAt: null };
const resume: SubscriptionRequest = { operation: "resume" };
const update: SubscriptionRequest = { operation: "update", priceId: "price_other" };
const same: SubscriptionRequest = { operation: "update", priceId: "price_central_starter_monthly" };

const [act, noop, conflict] = [true, false, "SUBSCRIPTION_STATE_CONFLICT"];

describe("allowed requests by state", () => {
  const active = inState("active");
  const flagged = inState("active", ending);
  const onPause = inState("active", paused(null));
  test.each([
    ["active: cancel", active, atEnd, act],
    ["active: cancel at once", active, atOnce, act],
    ["active: reactivate", active, reactivate, noop],
    ["active: pause", active, pause, act],
    ["active: resume", active, resume, noop],
    ["active: another price", active, update, act],
    ["active: the same price", active, same, noop],
    ["trialing: cancel", inState("trialing"), atEnd, act],
    ["trialing: cancel at once", inState("trialing"), atOnce, act],
    ["trialing: pause", inState("trialing"), pause, conflict],
    ["trialing: another price", inState("trialing"), update, act],
    ["past due: cancel", inState("past_due"), atEnd, conflict],
    ["past due: cancel at once", inState("past_due"), atOnce, act],
    ["past due: pause", inState("past_due"), pause, conflict],
    ["past due: another price", inState("past_due"), update, act],
    ["flagged: cancel", flagged, atEnd, noop],
    ["flagged: cancel at once", flagged, atOnce, act],
    ["flagged: reactivate", flagged, reactivate, act],
    ["paused: pause in the same way", onPause, pause, noop],
    ["paused: pause until a moment", onPause, { operation: "pause", resumesAt: at("05-01T00:00:00") }, act],
    ["paused: resume", onPause, resume, act],
    ...[atEnd, atOnce, reactivate, pause, resume, update, same].map(
      (request) =>
        [`canceled: ${request.operation}`, inState("canceled"), request, conflict] as [
          string,
          typeof active,
          SubscriptionRequest,
          string,
        ],
    ),
  ] as [string, typeof active, SubscriptionRequest, boolean | string][])(
    "%s",
    (_name, state, request, expected) => {
      const check = () => needsChange(state, request, now);
      if (typeof expected === "boolean") expect(check()).toBe(expected);
      else expect(check).toThrow(expect.objectContaining({ code: expected, status: 409 }));
    },
  );

  test("a resume after the period's end is rejected, to the millisecond", () => {
    const lastMoment = at("03-31T23:59:59.999");
    expect(needsChange(flagged, reactivate, lastMoment)).toBe(true);
    expect(() => needsChange(flagged, reactivate, at("04-01T00:00:00"))).toThrow(
      expect.objectContaining({ details: { currentState: "canceled", allowed: ["create-checkout"] } }),
    );
  });

  test("a rejection says what would be accepted", () => {
    expect(allowedOperations(active, now)).toEqual(["cancel", "update", "pause"]);
    expect(allowedOperations(flagged, now)).toEqual(["cancel", "update", "pause", "reactivate"]);
    expect(allowedOperations(inState("past_due", paused(null)), now)).toEqual(["cancel", "update", "resume"]);
    expect(allowedOperations(inState("canceled"), now)).toEqual(["create-checkout"]);
  });
});

describe("the end of a pause", () => {
  test.each([
    ["none", null, true],
    ["in an hour exactly", at("03-15T13:00:00"), false],
    ["just after an hour", at("03-15T13:00:00.001"), true],
    ["in the past", at("03-01T00:00:00"), false],
    ["in a year exactly", new Date("2027-03-15T12:00:00Z"), true],
    ["just after a year", new Date("2027-03-15T12:00:00.001Z"), false],
  ])("%s", (_name, resumeAt, isGood) => {
    const check = () => checkResumeAt(resumeAt, now);
    if (isGood) check();
    else
      expect(check).toThrow(
        expect.objectContaining({
          code: "VALIDATION_ERROR",
          details: { fields: [expect.objectContaining({ path: "resumeAt" })] },
        }),
      );
  });
});
