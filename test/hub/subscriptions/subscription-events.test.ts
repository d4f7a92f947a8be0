import { describe, expect, test } from "vitest";
import { changedFields, eventsOf } from "../../../subgraphs/hub/subscriptions/subscription-events.ts";
import { at, ending, inState, paused, stored } from "./stored.ts";

const renewed = { currentPeriodStart: at("04-01T00:00:00"), currentPeriodEnd: at("05-01T00:00:00") };
const professional = { planId: "professional", priceId: "price_central_professional_monthly" };

describe("events of a change", () => {
  test.each([
    ["a first sight", null, inState("active"), ["activated"]],
    ["a first sight on trial", null, inState("trialing"), ["activated"]],
    ["a first sight past due", null, inState("past_due"), ["activated", "past_due"]],
    ["a first sight unpaid", null, inState("unpaid"), []],
    ["a first sight after its end", null, inState("canceled"), []],
    ["the first payment", inState("incomplete"), inState("active"), ["activated"]],
    ["nothing", stored(), stored(), []],
    ["a renewal", stored(), stored(renewed), ["updated"]],
    ["another plan", stored(), stored(professional), ["updated"]],
    ["an unpaid invoice", stored(), inState("past_due"), ["past_due"]],
    ["an unpaid renewal", stored(), inState("past_due", renewed), ["past_due"]],
    ["retries exhausted", inState("past_due"), inState("unpaid"), ["updated"]],
    ["a paid invoice", inState("past_due"), inState("active"), ["recovered"]],
    ["a paid invoice after all retries", inState("unpaid"), inState("active"), ["recovered"]],
    ["a pause", stored(), stored(paused()), ["paused"]],
    ["another end of a pause", stored(paused()), stored(paused(null)), ["updated"]],
    ["the end of a pause", stored(paused()), stored(), ["resumed"]],
    ["a set end", stored(), stored(ending), ["cancel_scheduled"]],
    ["an end taken back", stored(ending), stored(), ["reactivated"]],
    ["its end", stored(ending), inState("canceled", ending), ["canceled"]],
    ["its end, paused and past due", inState("past_due", paused()), inState("canceled"), ["canceled"]],
    [
      "an event of one that has ended",
      inState("canceled"),
      inState("canceled", { endedAt: at("04-01T00:00:00") }),
      [],
    ],
    ["one that ended by our clock alone", inState("canceled", ending), inState("active"), ["reactivated"]],
    ["a pause and a new plan", stored(), stored({ ...paused(), ...professional }), ["paused", "updated"]],
    ["the end of grace", inState("past_due"), inState("past_due", { entitled: false }), ["updated"]],
  ])("%s", (_name, before, after, expected) => {
    expect(eventsOf(before, after)).toEqual(expected);
  });

  test("an event names the changed fields, without internal ones", () => {
    const after = stored({ ...professional, revision: 2, updatedAt: at("03-09T00:00:00") });
    expect(changedFields(stored(), after)).toEqual(["planId", "priceId"]);
    expect(changedFields(stored(), stored({ lastEventAt: at("03-09T00:00:00") }))).toEqual([]);
  });
});
