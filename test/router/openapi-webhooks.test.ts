import { expect, test } from "vitest";
import { eventTypes } from "../../src/events/event-types.ts";
import { maxBodyBytes } from "../../subgraphs/hub/webhooks/event-body.ts";
import { eventExamples, eventFaultsOf } from "../support/event-schemas.ts";

test("the document has every event that clients can receive, and no other", () => {
  expect(
    eventExamples()
      .map(([type]) => type)
      .toSorted(),
  ).toEqual(eventTypes.toSorted());
});

test("every example is a body of its event", () => {
  for (const [type, example] of eventExamples())
    expect([type, eventFaultsOf(type, example)]).toEqual([type, null]);
});

test("a missing field, an unknown one and a wrong value are faults", () => {
  const [, paid] = eventExamples().find(([type]) => type === "invoice.paid")!;
  const body = paid as { data: { object: Record<string, unknown>; previous: null } };
  const { total, ...less } = body.data.object;
  const changed = [less, { ...body.data.object, secret: 1 }, { ...body.data.object, total: String(total) }];
  for (const object of [...changed, { ...body.data.object, createdAt: "2026-11-23T09:30:00+00:00" }])
    expect(eventFaultsOf("invoice.paid", { ...body, data: { ...body.data, object } })).not.toBeNull();
});

test("the data of an object that is too large is documented too", () => {
  const [, paid] = eventExamples().find(([type]) => type === "invoice.paid")!;
  const data = { object: { invoiceId: "inv_1" }, previous: null, truncated: true };
  expect(eventFaultsOf("invoice.paid", { ...(paid as object), data })).toBeNull();
  expect(maxBodyBytes).toBe(20_480);
});
