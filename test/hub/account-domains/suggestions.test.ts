import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { until } from "../../support/poll.ts";
import { tokensFor } from "../accounts/invitation-mails.ts";
import { newMember, type TestPerson } from "../accounts/organizations.ts";
import {
  addDomain,
  addJoinable,
  newDomain,
  newOrganization,
  signUpAt,
  type AddedDomain,
  type Organization,
} from "./support.ts";

let app: TestApp;
let organization: Organization;
let joinable: AddedDomain;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  organization = await newOrganization(app);
  joinable = await addJoinable(app, organization, "read_only");
});

const suggestionsOf = async ({ headers }: TestPerson) =>
  (await app.get("/account-suggestions", headers)).body.suggestions as unknown[];
const join = (person: TestPerson, more: Record<string, string> = {}, id = organization.id) =>
  app.post(`/account-suggestions/${id}/join`, {}, { ...person.headers, ...more });
const isRefused = async (person: TestPerson) => {
  expect(await suggestionsOf(person)).toEqual([]);
  const { status, body } = await join(person);
  const unknown = await join(person, {}, "org_unknown");
  expect([status, body.code, body.error]).toEqual([404, "ACCOUNT_NOT_FOUND", unknown.body.error]);
};

test("a person with a verified address of the domain sees the organization, and joins with its role", async () => {
  const person = await signUpAt(app, joinable.domain);
  const accountId = organization.id;
  const name = "Sample & Sons";
  expect(await suggestionsOf(person)).toEqual([
    { accountId, name, domain: joinable.domain, role: "read_only" },
  ]);
  expect((await app.get("/account", person.in(accountId))).status).toBe(404);
  const { status, body } = await join(person);
  expect([status, body.id, body.role]).toEqual([200, accountId, "read_only"]);
  expect((await app.get("/account", person.in(accountId))).body.role).toBe("read_only");
  expect(await suggestionsOf(person)).toEqual([]);
  expect((await join(person)).body.id).toBe(accountId);
});

test("100 requests to join at once make one member", async () => {
  const person = await signUpAt(app, joinable.domain);
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => join(person, { "idempotency-key": `join-${index}` })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
  const members = await app.database.query(
    "SELECT role FROM hub.account_members WHERE owner_id = $1 AND user_id = $2",
    [organization.id, person.userId],
  );
  expect(members).toEqual([{ role: "read_only" }]);
});

test("an address that is not verified, or of another domain, joins nothing", async () => {
  await isRefused(await signUpAt(app, joinable.domain, { emailVerified: false }));
  await isRefused(await signUpAt(app, `mail.${joinable.domain}`));
  await isRefused(await signUpAt(app, `x${joinable.domain}`));
  await isRefused(await signUpAt(app, newDomain()));
});

test("a domain that is pending, switched off or removed lets nobody join", async () => {
  const pending = await addDomain(app, organization);
  await isRefused(await signUpAt(app, pending.domain));
  const person = await signUpAt(app, joinable.domain);
  const path = `/account/domains/${joinable.id}`;
  await app.send("PATCH", path, organization.headers, { autoJoin: false });
  await isRefused(person);
  await app.send("PATCH", path, organization.headers, { autoJoin: true });
  expect(await suggestionsOf(person)).toHaveLength(1);
  await app.send("DELETE", path, organization.headers);
  await isRefused(person);
});

test("nobody joins a suspended organization, or a full one", async () => {
  const person = await signUpAt(app, joinable.domain);
  const suspended = "UPDATE hub.accounts SET suspended_at = $2 WHERE id = $1";
  await app.database.query(suspended, [organization.id, new Date()]);
  await isRefused(person);
  await app.database.query(suspended, [organization.id, null]);
  await app.database.query(
    `WITH people AS (
       INSERT INTO hub.users (id, created_at, last_seen_at)
       SELECT 'usr_full_' || n, now(), now() FROM generate_series(2, 500) n RETURNING id)
     INSERT INTO hub.account_members (owner_id, user_id, role, added_by, created_at, updated_at)
     SELECT $1, id, 'member', 'x', now(), now() FROM people`,
    [organization.id],
  );
  const { status, body } = await join(person);
  expect([status, body.details]).toEqual([409, { limit: 500 }]);
});

test("a removed person joins again only by an invitation, also as another user with the same address", async () => {
  const person = await signUpAt(app, joinable.domain);
  await join(person);
  const path = `/account/members/${person.userId}`;
  expect((await app.send("DELETE", path, organization.headers)).status).toBe(200);
  await isRefused(person);
  const same = await signUpAt(app, joinable.domain, { email: person.email.toUpperCase() });
  await isRefused(same);
  const stored = await app.database.query<{ row: string }>(
    "SELECT r::text AS row FROM hub.account_removed_members r WHERE user_id = $1",
    [person.userId],
  );
  expect(stored[0]!.row).not.toContain(person.email);

  const { email } = person;
  await app.post("/account/invitations", { email, role: "member" }, organization.headers);
  const [token] = (await tokensFor(app, email)) as [string];
  expect((await app.post("/account-invitations/accept", { token }, person.headers)).status).toBe(200);
  // The removal is over: a member who left may join again.
  await app.post(`/accounts/${organization.id}/leave`, {}, person.headers);
  expect(await suggestionsOf(person)).toHaveLength(1);
  expect((await join(person)).status).toBe(200);
});

test("members who removed themselves may join again", async () => {
  const person = await signUpAt(app, joinable.domain);
  await join(person);
  await app.database.query(
    "UPDATE hub.account_members SET role = 'admin' WHERE owner_id = $1 AND user_id = $2",
    [organization.id, person.userId],
  );
  const own = await app.send("DELETE", `/account/members/${person.userId}`, person.in(organization.id));
  expect(own.status).toBe(200);
  expect(await suggestionsOf(person)).toHaveLength(1);
});

test("the organization's audit log names who joined, by which domain", async () => {
  const person = await signUpAt(app, joinable.domain);
  await join(person);
  const entry = await until("the entry of the organization", async () => {
    const { body } = await app.get("/account/audit-log", organization.headers);
    return (body.entries as Record<string, unknown>[]).find(({ action }) => action === "joinAccount");
  });
  expect(entry).toMatchObject({
    actor: { type: "user", id: person.userId },
    target: { type: "AccountMember", id: person.userId },
    changes: { role: "read_only", domain: joinable.domain },
  });
});

test("members of organizations see suggestions for their own account alone", async () => {
  const { headers } = await newMember(app, organization.id, "admin");
  const answer = await app.get("/account-suggestions", headers);
  expect([answer.status, answer.body.details.reason]).toEqual([403, "personal_account_required"]);
});
