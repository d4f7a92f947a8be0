import { describe, expect, it } from "vitest";
import { readPrincipal, signForwarded, signPrincipal } from "../../src/access/principal-header.ts";

const now = new Date("2026-03-01T12:00:00.000Z");
const secret = "a secret of the router and its subgraphs";
const principal = { userId: "user_1", name: "Zoë 東京", roles: ["admin"], scopes: null };
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const unauthorized = expect.objectContaining({ code: "UNAUTHORIZED", status: 401 });

const body = Buffer.from('{"query":"mutation { pay }"}');
const target = { audience: "hub", path: "/graphql", body };
interface Read extends Partial<typeof target> {
  secrets?: string[];
  at?: Date;
  acceptsForwarded?: boolean;
}

const header = (at = now) => signPrincipal(secret, principal, { ...target, now: at });
const forwarded = (at = now) => signForwarded(secret, principal, { audience: "hub", now: at });
const read = (text: string, { secrets = [secret], at = now, ...over }: Read = {}) =>
  readPrincipal(secrets, text, { ...target, ...over, now: at }).principal;

describe("the principal header", () => {
  it("carries the principal unchanged in characters that a header allows", () => {
    expect(header()).toMatch(/^[\w.-]+$/);
    expect(read(header())).toEqual(principal);
  });

  it("is refused by a subgraph it was not meant for", () => {
    expect(() => read(header(), { audience: "gateway" })).toThrow(unauthorized);
  });

  it("is good up to its last millisecond and refused from then on", () => {
    expect(read(header(), { at: new Date(later(60).getTime() - 1) })).toEqual(principal);
    expect(() => read(header(), { at: later(60) })).toThrow(unauthorized);
  });

  it("is refused when it was signed ahead of any clock that may be fast", () => {
    expect(read(header(later(59)))).toEqual(principal);
    expect(() => read(header(later(61)))).toThrow(unauthorized);
    expect(() => read(header(later(365 * 24 * 3600)))).toThrow(unauthorized);
  });

  it.each<[string, Partial<typeof target>]>([
    ["another document", { body: Buffer.from('{"query":"mutation { payAgain }"}') }],
    ["one byte more", { body: Buffer.concat([body, Buffer.from(" ")]) }],
    ["no body", { body: Buffer.alloc(0) }],
    ["another door", { path: "/graphql/stream" }],
  ])("is refused with %s", (_, over) => {
    expect(() => read(header(), over)).toThrow(unauthorized);
  });

  it("is never the same twice, so that a replay can be recognised", () => {
    expect(header()).not.toBe(header());
  });

  it("is refused when signed with another secret, and accepted with one being retired", () => {
    expect(() => read(header(), { secrets: ["another"] })).toThrow(unauthorized);
    expect(() => read(header(), { secrets: [] })).toThrow(unauthorized);
    expect(read(header(), { secrets: ["the new one", secret] })).toEqual(principal);
  });

  it("is refused when its content was replaced under the old signature", () => {
    const [tag, , mac] = header().split(".");
    const forged = { principal: { userId: "user_2" }, aud: "hub", exp: later(60).getTime(), nonce: "n" };
    const payload = Buffer.from(JSON.stringify(forged)).toString("base64url");
    expect(() => read(`${tag}.${payload}.${mac}`)).toThrow(unauthorized);
  });

  it.each(["", ".", "..", "v2..", "v2.e30.", "v1.e30.AAAA", "v2.e30.AAAA.x"])("is refused as %j", (text) => {
    expect(() => read(text)).toThrow(unauthorized);
  });

  it("cannot be made or read with an empty secret", () => {
    expect(() => signPrincipal("", principal, { ...target, now })).toThrow("empty");
    expect(() => read(header(), { secrets: [""] })).toThrow("empty");
  });
});

describe("a forwarded principal", () => {
  it("is accepted where that is configured, with any document, for 30 seconds", () => {
    const anyBody = { acceptsForwarded: true, body: Buffer.from("{}") };
    expect(read(forwarded(), anyBody)).toEqual(principal);
    expect(() => read(forwarded())).toThrow(unauthorized);
    expect(() => read(forwarded(), { ...anyBody, at: later(30) })).toThrow(unauthorized);
    expect(() => read(forwarded(later(61)), anyBody)).toThrow(unauthorized);
    expect(() => read(forwarded(), { ...anyBody, audience: "gateway" })).toThrow(unauthorized);
  });

  it("cannot be made of a bound one, nor a bound one of it", () => {
    const swap = (text: string, tag: string) => [tag, ...text.split(".").slice(1)].join(".");
    expect(() => read(swap(header(), "f1"), { acceptsForwarded: true })).toThrow(unauthorized);
    expect(() => read(swap(forwarded(), "v2"), { acceptsForwarded: true })).toThrow(unauthorized);
  });
});
