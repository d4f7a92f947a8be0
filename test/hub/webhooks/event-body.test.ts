import { expect, test } from "vitest";
import { eventTypes, isEventPattern, isEventType, patternsOf } from "../../../src/events/event-types.ts";
import { buildEventBody, maxBodyBytes } from "../../../subgraphs/hub/webhooks/event-body.ts";
import { newEvent } from "./webhook-world.ts";

// The shape is what the test is about.
// oxlint-disable-next-line typescript/no-explicit-any
const dataOf = (payload: unknown): any => JSON.parse(buildEventBody(newEvent("usr_1", { payload }))).data;

test("a payload is the object, or the object with its previous values", () => {
  expect(dataOf({ invoiceId: "inv_1" })).toEqual({ object: { invoiceId: "inv_1" }, previous: null });
  const wrapped = { object: { invoiceId: "inv_1" }, previous: { status: "draft" } };
  expect(dataOf(wrapped)).toEqual(wrapped);
  // An object with a field of that name is no wrapper.
  expect(dataOf({ object: { a: 1 }, kind: "x" }).object).toEqual({ object: { a: 1 }, kind: "x" });
});

test("dates are ISO 8601 texts, at any depth and in a reduced object", () => {
  const createdAt = new Date("2026-11-23T08:00:00Z");
  const object = { createdAt, lines: [{ at: createdAt }], invalid: new Date("nothing") };
  const text = createdAt.toISOString();
  expect(dataOf(object).object).toEqual({ createdAt: text, lines: [{ at: text }], invalid: null });
  const large = { createdAt, lines: Array.from({ length: 2_000 }, () => ({ at: createdAt })) };
  expect(dataOf(large)).toMatchObject({ truncated: true, object: { createdAt: text } });
});

test("no secret is sent, under any name or depth; previews and last digits are", () => {
  const key = `hub_live_${"a".repeat(36)}`;
  const object = {
    keyPreview: "hub_live_aB3d…x9Zk",
    tinLast4: "1234",
    tin: "123456789",
    account_number: "000123456789",
    paymentLink: "https://hub.example/pay/token",
    nested: [{ accessToken: "access", note: `the key is ${key}` }],
    secret: `whsec_${"a".repeat(43)}=`,
  };
  const body = buildEventBody(newEvent("usr_1", { payload: { object, previous: { tin: "987654321" } } }));
  for (const secret of ["123456789", "000123456789", "987654321", "/pay/", '"access"', key, "whsec_"]) {
    expect(body).not.toContain(secret);
  }
  expect(JSON.parse(body).data.object).toMatchObject({ keyPreview: "hub_live_aB3d…x9Zk", tinLast4: "1234" });
});

test.each([
  [
    "many lines",
    { invoiceId: "inv_1", total: 5, items: Array.from({ length: 2_000 }, () => ({ text: "x".repeat(20) })) },
  ],
  ["long texts", { invoiceId: "inv_1", total: 5, notes: "ä".repeat(30_000) }],
])("a body has at most 20 KB: of an object with %s the plain fields remain", (_name, object) => {
  const body = buildEventBody(newEvent("usr_1", { payload: object }));
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(maxBodyBytes);
  expect(JSON.parse(body).data).toMatchObject({ truncated: true, object: { invoiceId: "inv_1", total: 5 } });
});

test("an object with too many plain fields is reduced to its id", () => {
  const object = Object.fromEntries(
    Array.from({ length: 5_000 }, (_value, index) => [`field${index}`, index]),
  );
  const body = buildEventBody(newEvent("usr_1", { payload: object, objectId: "inv_7" }));
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(maxBodyBytes);
  expect(JSON.parse(body).data).toMatchObject({ truncated: true, object: { id: "inv_7" } });
});

test("patterns match types, whole groups or everything, and nothing else", () => {
  expect(eventTypes.filter((type) => !isEventPattern(type) || !isEventType(type))).toEqual([]);
  expect(
    ["*", "invoice.*", "credits.*", "credits.auto_reload.*", "tax.*"].filter(isEventPattern),
  ).toHaveLength(5);
  const wrong = [
    "",
    "invoice",
    "invoice.",
    "inv*",
    "invoice.pa*",
    "*.paid",
    "invoices.*",
    "invoice.*.x",
    "**",
  ];
  expect(wrong.filter(isEventPattern)).toEqual([]);
  expect(isEventType("invoice.*")).toBe(false);
  expect(patternsOf("credits.auto_reload.failed")).toEqual([
    "*",
    "credits.*",
    "credits.auto_reload.*",
    "credits.auto_reload.failed",
  ]);
});
