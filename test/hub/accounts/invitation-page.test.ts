import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Answer, TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { tokensFor } from "./invitation-mails.ts";
import { foundOrganization, signUp, type TestPerson } from "./organizations.ts";

let app: TestApp;
let owner: TestPerson;
let organizationId: string;
beforeAll(async () => {
  app = await openSharedApp();
  owner = await signUp(app);
  organizationId = await foundOrganization(app, owner);
});
afterAll(() => app?.close());

const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const lifetimeMs = 7 * 24 * 60 * 60 * 1000;

/** An invitation of a new person, and the token of its mail. */
async function invite(): Promise<{
  person: TestPerson;
  id: string;
  token: string;
  createdAt: string;
  expiresAt: string;
}> {
  const person = await signUp(app);
  const input = { email: person.email, role: "read_only" };
  const { body } = await app.post("/account/invitations", input, owner.in(organizationId));
  const [token] = (await tokensFor(app, person.email)) as [string];
  const { id, createdAt, expiresAt } = body as Record<"id" | "createdAt" | "expiresAt", string>;
  return { person, id, token, createdAt, expiresAt };
}

const open = (token: string, headers: Record<string, string> = {}): Promise<Answer> =>
  app.get(`/account-invitations/${token}`, { ...browser, ...headers });

test("the page of an invitation says who invites to what until when, and links to where it is accepted", async () => {
  const { token, expiresAt } = await invite();
  await app.database.query("UPDATE hub.users SET name = 'Olga Owner' WHERE id = $1", [owner.userId]);
  const { status, headers, text } = await open(token);
  expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
  expect(text).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect(text).toContain("<title>Invitation to Sample &amp; Sons</title>");
  expect(text.match(/<(h1|main)>/g)).toEqual(["<main>", "<h1>"]);
  for (const fact of [
    "<dt>Organization</dt><dd><bdi>Sample &amp; Sons</bdi></dd>",
    "<dt>Your role</dt><dd>read-only</dd>",
    "<dt>Invited by</dt><dd><bdi>Olga Owner</bdi></dd>",
    `<time datetime="${expiresAt}">${expiresAt.slice(0, 10)}, ${expiresAt.slice(11, 16)} UTC</time>`,
    "POST /account-invitations/accept",
  ])
    expect(text).toContain(fact);
  expect(/<a href="([^"]*)"/.exec(text)![1]).toBe(`/members#invitation=${token}`);
});

test("the page has no scripts, is in no index or cache, and sends its link to nobody", async () => {
  const { token } = await invite();
  const { headers, text } = await open(token);
  expect(text).not.toMatch(/<script|<form|<img|\son\w+=/);
  const style = /<style>([\s\S]*)<\/style>/.exec(text)![1]!;
  const hash = createHash("sha256").update(style).digest("base64");
  expect(headers["content-security-policy"]).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  expect(headers).toMatchObject({
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex",
    "x-content-type-options": "nosniff",
    vary: expect.stringMatching(/\baccept\b/i) as string,
  });
  expect(text).toContain('<meta name="robots" content="noindex">');
});

test("names of organizations and people are text on the page", async () => {
  const hostile = `</title><script>alert("1")</script>'&<a href=//evil.example>`;
  const escaped =
    "&lt;/title&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;&lt;a href=//evil.example&gt;";
  const { token } = await invite();
  await app.database.query("UPDATE hub.accounts SET name = $2 WHERE id = $1", [organizationId, hostile]);
  await app.database.query("UPDATE hub.users SET name = $2 WHERE id = $1", [owner.userId, hostile]);
  const { status, text } = await open(token);
  expect(status).toBe(200);
  // The organization in the title, the heading, the sentence and the list; the person in the last two.
  expect(text.split(escaped)).toHaveLength(7);
  expect(text).not.toContain("<script");
  expect(text).not.toContain("<a href=//");
  await app.database.query("UPDATE hub.accounts SET name = 'Sample & Sons' WHERE id = $1", [organizationId]);
});

test("a person who left no name is shown by the address, and a deleted one not at all", async () => {
  const { token } = await invite();
  await app.database.query("UPDATE hub.users SET name = NULL WHERE id = $1", [owner.userId]);
  expect((await open(token)).text).toContain(`<bdi>${owner.email}</bdi> invites you`);
  const deleted = "UPDATE hub.users SET deleted_at = now() WHERE id = $1";
  await app.database.query(deleted, [owner.userId]);
  expect((await open(token)).text).toContain("<p>An administrator invites you");
  expect((await app.get(`/account-invitations/${token}`)).body.invitedBy).toBeNull();
  await app.database.query("UPDATE hub.users SET deleted_at = NULL WHERE id = $1", [owner.userId]);
});

test("unknown, used, revoked, replaced and expired links have one page with status 404", async () => {
  const unknown = await open("unknown");
  expect(unknown.status).toBe(404);
  expect(unknown.text).toContain("<h1>This invitation is not valid</h1>");
  expect(unknown.headers).toMatchObject({ "referrer-policy": "no-referrer", "x-robots-tag": "noindex" });
  const same = (answer: Answer) => expect([answer.status, answer.text]).toEqual([404, unknown.text]);

  const used = await invite();
  const accepted = await app.post("/account-invitations/accept", { token: used.token }, used.person.headers);
  expect(accepted.status).toBe(200);
  same(await open(used.token));

  const revoked = await invite();
  const path = `/account/invitations/${revoked.id}`;
  expect((await app.send("DELETE", path, owner.in(organizationId))).status).toBe(200);
  same(await open(revoked.token));

  const replaced = await invite();
  const again = `/account/invitations/${replaced.id}/resend`;
  expect((await app.post(again, {}, owner.in(organizationId))).status).toBe(200);
  same(await open(replaced.token));

  const expired = await invite();
  const late = new Date(Date.parse(expired.createdAt) + lifetimeMs).toISOString();
  same(await open(expired.token, { "x-test-clock": late }));
  // The page is not so for everybody: before that time, the same link can be accepted.
  expect((await open(expired.token)).status).toBe(200);
});

test("programs get JSON: the invitation with its status, and an error for an unknown token", async () => {
  const { token, id } = await invite();
  const accepting: Record<string, string>[] = [
    {},
    { accept: "application/json, text/html" },
    { accept: "*/*" },
  ];
  for (const headers of accepting) {
    const { status, headers: sent, body } = await app.get(`/account-invitations/${token}`, headers);
    expect([status, sent["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
    expect(body).toMatchObject({ organization: "Sample & Sons", role: "read_only", status: "pending" });
  }
  await app.send("DELETE", `/account/invitations/${id}`, owner.in(organizationId));
  const { status, body } = await app.get(`/account-invitations/${token}`);
  expect([status, body.status]).toEqual([200, "revoked"]);
  const unknown = await app.get("/account-invitations/unknown");
  expect([unknown.status, unknown.body.code]).toEqual([404, "INVITATION_NOT_FOUND"]);
});

test("no log line has the token of a link that was opened or accepted", async () => {
  const { token, person } = await invite();
  await open(token);
  await app.get(`/account-invitations/${token}`);
  await app.post("/account-invitations/accept", { token }, person.headers);
  await open(token);
  const lines = app.logLines.join("\n");
  expect(lines).toContain("/account-invitations/:token");
  expect(lines).not.toContain(token);
  expect(lines).not.toContain(token.split(".")[1]!);
});
