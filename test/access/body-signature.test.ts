import { expect, test } from "vitest";
import { checkBody, signBody } from "../../src/access/body-signature.ts";
import { signPrincipal } from "../../src/access/principal-header.ts";

const now = new Date("2026-03-01T12:00:00.000Z");
const secret = "a secret of the router and its subgraphs";
const body = Buffer.from('[{"n":1},"Zoë"]');
const unauthorized = expect.objectContaining({ code: "UNAUTHORIZED", status: 401 });

const header = signBody(secret, body, { audience: "hub", now });
const check = (text: unknown, over: { secret?: string; body?: Buffer; audience?: string; at?: Date } = {}) =>
  checkBody([over.secret ?? secret], over.body ?? body, text, {
    audience: over.audience ?? "hub",
    now: over.at ?? now,
  });
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000);

test("a body is let in with its own header, up to its last millisecond", () => {
  expect(() => check(header)).not.toThrow();
  expect(() => check(header, { at: new Date(inSeconds(60).getTime() - 1) })).not.toThrow();
});

test.each<[string, Parameters<typeof check>[1]]>([
  ["with one byte changed", { body: Buffer.from('[{"n":2},"Zoë"]') }],
  ["with one byte more", { body: Buffer.concat([body, Buffer.from(" ")]) }],
  ["that is empty", { body: Buffer.alloc(0) }],
  ["at another subgraph", { audience: "gateway" }],
  ["a minute later", { at: inSeconds(60) }],
  ["under another secret", { secret: "another" }],
])("a body %s is refused", (_, over) => {
  expect(() => check(header, over)).toThrow(unauthorized);
});

test.each<[string, unknown]>([
  ["a later expiry", header.replace(/\d{13}/, String(inSeconds(600).getTime()))],
  ["an expiry that is no number", header.replace(/\d{13}/, "never")],
  ["another version", header.replace("b2", "b1")],
  ["no signature", header.split(".").slice(0, 2).join(".")],
  ["something after the signature", `${header}.x`],
  ["another nonce", header.replace(/^(b2\.\d+\.)[\w-]+/, "$1another")],
  ["a year ahead", signBody(secret, body, { audience: "hub", now: inSeconds(365 * 24 * 3600) })],
  ["nothing", ""],
  ["no header", undefined],
  ["a principal's header", signPrincipal(secret, {}, { audience: "hub", path: "/graphql", body, now })],
])("a header with %s is refused", (_, text) => {
  expect(() => check(text)).toThrow(unauthorized);
});

test("nothing can be signed or checked with an empty secret", () => {
  expect(() => signBody("", body, { audience: "hub", now })).toThrow("empty");
  expect(() => check(header, { secret: "" })).toThrow("empty");
});
