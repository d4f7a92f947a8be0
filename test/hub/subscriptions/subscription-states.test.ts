import { describe, expect, test } from "vitest";
import {
  accessWindow,
  asOf,
  isOpen,
  meaningOf,
  nextChangeAt,
} from "../../../subgraphs/hub/subscriptions/subscription-states.ts";
import { fromSnapshot } from "../../../subgraphs/hub/subscriptions/subscription.ts";
import { snapshotOf } from "./fake-processor.ts";
import { at, ending, inState, paused, stored } from "./stored.ts";

const keeps = { pauseKeepsAccess: true };
const holds = { pauseKeepsAccess: false };

describe("mapping of the processor's statuses", () => {
  test.each([
    ["active", "active"],
    ["trialing", "trialing"],
    ["past_due", "past_due"],
    ["incomplete", "past_due"],
    ["unpaid", "past_due"],
    ["incomplete_expired", "canceled"],
    ["canceled", "canceled"],
    ["paused", "active"],
  ])("%s is %s", (word, status) => expect(meaningOf(word)?.status).toBe(status));

  test("an unknown status keeps the previous status and its access", () => {
    const before = inState("past_due");
    const shown = fromSnapshot(snapshotOf({ processorStatus: "hibernating" }), before, {
      planId: "starter",
      now: at("03-02T00:00:00"),
    })!;
    expect(shown).toMatchObject({
      status: "past_due",
      understoodStatus: "past_due",
      processorStatus: "hibernating",
    });
    expect(accessWindow(shown, keeps)).toEqual(accessWindow(before, keeps));
  });

  test("an unknown status creates no row", () => {
    const nobody = { id: "sub_1", ownerId: "usr_1", appId: "central" };
    const options = { planId: "starter", now: at("03-02T00:00:00") };
    expect(fromSnapshot(snapshotOf({ processorStatus: "hibernating" }), nobody, options)).toBeNull();
  });

  test("the processor's own pause shows as a pause", () => {
    const options = { planId: "starter", now: at("03-05T00:00:00") };
    const shown = fromSnapshot(snapshotOf({ processorStatus: "paused" }), stored(), options)!;
    expect(shown.pause).toEqual({ pausedAt: at("03-05T00:00:00"), resumesAt: null, behavior: "void" });
  });

  test("a pause begins when it was first seen", () => {
    const options = { planId: "starter", now: at("03-15T00:00:00") };
    const snapshot = snapshotOf({ pause: { behavior: "void", resumesAt: null } });
    expect(fromSnapshot(snapshot, stored(paused()), options)!.pause?.pausedAt).toEqual(at("03-10T00:00:00"));
  });
});

describe("access", () => {
  const middle = at("03-15T00:00:00");
  test.each([
    ["active", inState("active"), keeps, middle, true],
    [
      "active, long past its period, while nothing was heard",
      inState("active"),
      keeps,
      at("09-01T00:00:00"),
      true,
    ],
    ["active and paused, where a pause keeps access", inState("active", paused()), keeps, middle, true],
    ["active and paused, where it does not", inState("active", paused()), holds, middle, false],
    [
      "the same without an end of the pause",
      inState("active", paused(null)),
      holds,
      at("12-01T00:00:00"),
      false,
    ],
    [
      "the same a millisecond before it resumes",
      inState("active", paused()),
      holds,
      at("03-19T23:59:59.999"),
      false,
    ],
    ["the same when it resumes", inState("active", paused()), holds, at("03-20T00:00:00"), true],
    ["trialing", inState("trialing"), holds, middle, true],
    ["past due, the last moment of grace", inState("past_due"), keeps, at("03-07T23:59:59.999"), true],
    ["past due, 7 days after its period began", inState("past_due"), keeps, at("03-08T00:00:00"), false],
    ["incomplete", inState("incomplete"), keeps, middle, false],
    ["unpaid", inState("unpaid"), keeps, at("03-02T00:00:00"), false],
    ["canceled", inState("canceled"), keeps, middle, false],
    ["never begun", inState("incomplete_expired"), keeps, middle, false],
    ["paused by the processor", inState("paused", paused(null)), keeps, middle, false],
    ["in a state whose meaning is not known", inState("hibernating"), keeps, middle, false],
    ["ending, the last moment", inState("active", ending), keeps, at("03-31T23:59:59.999"), true],
    ["ending, at its end", inState("active", ending), keeps, at("04-01T00:00:00"), false],
  ])("%s", (_name, state, policy, now, expected) => {
    const later = asOf(state, now);
    expect(isOpen(accessWindow(later, policy), now)).toBe(expected);
    // The stored window gives the same result, since access is checked by SQL.
    expect(isOpen(accessWindow(state, policy), now)).toBe(expected);
  });
});

describe("changes by time", () => {
  test("an end date makes a subscription canceled, as of that date", () => {
    const state = inState("active", ending);
    expect(asOf(state, at("03-31T23:59:59.999"))).toBe(state);
    expect(asOf(state, at("04-02T00:00:00"))).toMatchObject({
      status: "canceled",
      endedAt: at("04-01T00:00:00"),
    });
  });

  test("a pause is over when it resumes", () => {
    const state = inState("active", paused());
    expect(asOf(state, at("03-19T23:59:59.999"))).toBe(state);
    expect(asOf(state, at("03-20T00:00:00")).pause).toBeNull();
  });

  test.each([
    ["nothing is set", inState("active"), null],
    ["its end", inState("active", ending), at("04-01T00:00:00")],
    [
      "the end of its pause before its own",
      inState("active", { ...ending, ...paused() }),
      at("03-20T00:00:00"),
    ],
    ["the end of grace", inState("past_due"), at("03-08T00:00:00")],
    ["nothing after it ended", inState("canceled", ending), null],
  ])("the next change is %s", (_name, state, expected) => {
    expect(nextChangeAt(state, keeps, at("03-02T00:00:00"))).toEqual(expected);
  });

  test("a past date is no upcoming change", () => {
    expect(nextChangeAt(inState("past_due"), keeps, at("03-08T00:00:00"))).toBeNull();
  });
});
