import { describe, expect, it } from "vitest";
import { readPrincipal, signPrincipal } from "../../src/access/principal-header.ts";

const now = new Date("2026-03-01T12:00:00.000Z");
const secret = "a secret of the router and its subgraphs";
const principal = { userId: "user_1", name: "Zoë 東京", roles: ["admin"], scopes: null };
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const unauthorized = expect.objectContaining({ code: "UNAUTHORIZED", status: 401 });

const header = () => signPrincipal(secret, principal, { audience: "hub", now });
const read = (text: string, options: { secrets?: string[]; audience?: string; at?: Date } = {}) =>
  readPrincipal(options.secrets ?? [secret], text, {
    audience: options.audience ?? "hub",
    now: options.at ?? now,
  });

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
    const short = signPrincipal(secret, principal, { audience: "hub", now, ttlSeconds: 5 });
    expect(() => read(short, { at: later(5) })).toThrow(unauthorized);
  });

  it("is refused when signed with another secret, and accepted with one being retired", () => {
    expect(() => read(header(), { secrets: ["another"] })).toThrow(unauthorized);
    expect(() => read(header(), { secrets: [] })).toThrow(unauthorized);
    expect(read(header(), { secrets: ["the new one", secret] })).toEqual(principal);
  });

  it("is refused when its content was replaced under the old signature", () => {
    const [tag, , mac] = header().split(".");
    const forged = { principal: { userId: "user_2" }, aud: "hub", exp: later(600).getTime() };
    const payload = Buffer.from(JSON.stringify(forged)).toString("base64url");
    expect(() => read(`${tag}.${payload}.${mac}`)).toThrow(unauthorized);
  });

  it.each(["", ".", "..", "v1..", "v1.e30.", "v2.e30.AAAA", "v1.e30.AAAA.x"])("is refused as %j", (text) => {
    expect(() => read(text)).toThrow(unauthorized);
  });

  it("cannot be made or read with an empty secret", () => {
    expect(() => signPrincipal("", principal, { audience: "hub", now })).toThrow("empty");
    expect(() => read(header(), { secrets: [""] })).toThrow("empty");
  });
});
