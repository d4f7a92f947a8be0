import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { foundOrganization, newMember, signUp, type TestPerson } from "./organizations.ts";

let app: TestApp;
let owner: TestPerson;
let organizationId: string;
beforeAll(async () => {
  app = await openSharedApp();
  owner = await signUp(app);
  organizationId = await foundOrganization(app, owner);
});
afterAll(() => app?.close());

const choose = (accountId: string, headers: Record<string, string>) =>
  app.post(`/accounts/${accountId}/choose`, {}, headers);
const lastChosen = async (headers: Record<string, string>): Promise<unknown> =>
  (await app.get("/accounts", headers)).body.lastChosenId;

test("the account chosen last is listed until the personal one is chosen, and requests act as before", async () => {
  expect(await lastChosen(owner.headers)).toBeNull();
  const chosen = await choose(organizationId, owner.headers);
  expect([chosen.status, chosen.body.id, chosen.body.role]).toEqual([200, organizationId, "owner"]);
  expect(await lastChosen(owner.headers)).toBe(organizationId);
  expect(await lastChosen(owner.in(organizationId))).toBe(organizationId);
  expect((await app.get("/account", owner.headers)).body.id).toBe(owner.userId);
  const other = await foundOrganization(app, owner);
  await choose(other, owner.headers);
  expect(await lastChosen(owner.headers)).toBe(other);
  expect((await choose(owner.userId, owner.headers)).body.kind).toBe("personal");
  expect(await lastChosen(owner.headers)).toBeNull();
});

test("an account of others does not exist, and changes no choice", async () => {
  const stranger = await signUp(app);
  await choose(organizationId, owner.headers);
  const own = await foundOrganization(app, stranger);
  await choose(own, stranger.headers);
  for (const id of [organizationId, owner.userId, "org_none"]) {
    const { status, body } = await choose(id, stranger.headers);
    expect([status, body.code, body.error]).toEqual([
      404,
      "ACCOUNT_NOT_FOUND",
      "Account not found. Check the account ID.",
    ]);
  }
  expect(await lastChosen(stranger.headers)).toBe(own);
});

test("the choice ends with the membership", async () => {
  const { person } = await newMember(app, organizationId, "member");
  await choose(organizationId, person.headers);
  const path = `/account/members/${person.userId}`;
  expect((await app.send("DELETE", path, owner.in(organizationId))).status).toBe(200);
  expect(await lastChosen(person.headers)).toBeNull();
});
