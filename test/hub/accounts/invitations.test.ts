import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../src/ids.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { tokensFor as mailedTokens } from "./invitation-mails.ts";
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

const tokensFor = (email: string, count?: number) => mailedTokens(app, email, count);
const invite = (email: string, more: Record<string, unknown> = {}) =>
  app.post("/account/invitations", { email, role: "member", ...more }, owner.in(organizationId));
const accept = (token: string, person: TestPerson, more: Record<string, string> = {}) =>
  app.post("/account-invitations/accept", { token }, { ...person.headers, ...more });
const membersOf = async (userId: string) =>
  app.database.query("SELECT role, app_rights FROM hub.account_members WHERE user_id = $1", [userId]);

test("an invited person accepts by the link of the mail, with the role and levels of the invitation", async () => {
  const person = await signUp(app);
  const appRights = [{ appId: "payroll", level: "approve" }];
  const { status, body } = await invite(person.email.toUpperCase(), { appRights });
  expect([status, body.status, body.email]).toEqual([201, "pending", person.email]);
  const [token] = (await tokensFor(person.email)) as [string];
  expect((await app.get(`/account-invitations/${token}`)).body).toMatchObject({
    organization: "Sample & Sons",
    role: "member",
    status: "pending",
  });
  expect((await accept(token, person)).body).toMatchObject({ id: organizationId, role: "member", appRights });
  expect((await app.get("/account", person.in(organizationId))).status).toBe(200);
  expect((await app.get("/accounts", person.headers)).body.total).toBe(2);
});

test("100 acceptances of one invitation at once make one member", async () => {
  const person = await signUp(app);
  await invite(person.email);
  const [token] = (await tokensFor(person.email)) as [string];
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      accept(token, person, { "idempotency-key": `accept-${index}` }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
  expect(await membersOf(person.userId)).toEqual([{ role: "member", app_rights: {} }]);
  const accepted = "SELECT 1 FROM hub.account_invitations WHERE accepted_by = $1";
  expect(await app.database.query(accepted, [person.userId])).toHaveLength(1);
});

test("only the verified owner of the address accepts", async () => {
  const [person, other] = [await signUp(app), await signUp(app)];
  await invite(person.email);
  const [token] = (await tokensFor(person.email)) as [string];
  const refused = await accept(token, other);
  expect([refused.status, refused.body.details]).toEqual([403, { reason: "address_mismatch" }]);
  const unverified = newId("usr");
  const bearer = await app.tokenFor({ sub: unverified, email: person.email, emailVerified: false });
  const answer = await app.post(
    "/account-invitations/accept",
    { token },
    { authorization: `Bearer ${bearer}` },
  );
  // Somebody without credits could not pay for the request; the address is what refuses it.
  expect(await membersOf(unverified)).toEqual([]);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect((await accept(token, person)).status).toBe(200);
});

test("a used, revoked, expired, replaced or unknown token does not exist", async () => {
  const missing = async (token: string, person: TestPerson, more: Record<string, string> = {}) => {
    const { status, body } = await accept(token, person, more);
    expect([status, body.code]).toEqual([404, "INVITATION_NOT_FOUND"]);
  };
  const person = await signUp(app);
  await missing("unknown", person);
  const { body } = await invite(person.email);
  const [token] = (await tokensFor(person.email)) as [string];
  const eighth = new Date(Date.parse(body.createdAt) + 7 * 24 * 60 * 60 * 1000).toISOString();
  const tokenAt = await app.tokenFor({
    sub: person.userId,
    email: person.email,
    expiresInSeconds: 8 * 24 * 60 * 60,
  });
  await missing(
    token,
    { ...person, headers: { authorization: `Bearer ${tokenAt}` } },
    { "x-test-clock": eighth },
  );

  const path = `/account/invitations/${body.id}`;
  expect((await app.post(`${path}/resend`, {}, owner.in(organizationId))).status).toBe(200);
  const [, again] = (await tokensFor(person.email, 2)) as [string, string];
  await missing(token, person);
  expect((await accept(again, person)).status).toBe(200);
  await app.send("DELETE", `/account/members/${person.userId}`, owner.in(organizationId));
  await missing(again, person);

  const other = await signUp(app);
  const { body: revoked } = await invite(other.email);
  const [revokedToken] = (await tokensFor(other.email)) as [string];
  await app.send("DELETE", `/account/invitations/${revoked.id}`, owner.in(organizationId));
  await missing(revokedToken, other);
  const late = await app.post(`/account/invitations/${revoked.id}/resend`, {}, owner.in(organizationId));
  expect([late.status, late.body.code]).toEqual([409, "INVALID_STATE"]);
});

test("an address has one open invitation, and a personal account none", async () => {
  const email = `${newId("usr")}@members.example`;
  expect((await invite(email)).status).toBe(201);
  expect((await invite(email)).body).toMatchObject({
    code: "INVALID_STATE",
    details: { reason: "already_invited" },
  });
  const own = await app.post("/account/invitations", { email, role: "member" }, owner.headers);
  expect([own.status, own.body.details]).toEqual([409, { kind: "personal" }]);
});

test("no token of an invitation is in the database", async () => {
  const email = `${newId("usr")}@members.example`;
  await invite(email);
  const [token] = (await tokensFor(email)) as [string];
  const rows = await app.database.query(
    "SELECT 1 FROM hub.account_invitations i WHERE strpos(i::text, $1) > 0",
    [token],
  );
  expect(rows).toEqual([]);
});
