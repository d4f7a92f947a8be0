import type { AccountRole, AppLevel } from "../../../src/access/roles.ts";
import { newId } from "../../../src/ids.ts";
import { grantCredits } from "../../gateway/support/people.ts";
import type { TestApp } from "../../support/app.ts";

type Headers = Record<string, string>;

/** Somebody with an identity token. */
export interface TestPerson {
  userId: string;
  email: string;
  token: string;
  /** Headers that act for the person's own account. */
  headers: Headers;
  /** Headers that act for this account. */
  in(accountId: string): Headers;
}

/** A new person, whose first request has been made. */
export async function signUp(app: TestApp): Promise<TestPerson> {
  const userId = newId("usr");
  const email = `${userId}@members.example`;
  const token = await app.tokenFor({ sub: userId, email });
  const headers = { authorization: `Bearer ${token}` };
  await app.get("/auth/me", headers);
  await grantCredits(app, userId, 100);
  return { userId, email, token, headers, in: (id) => ({ ...headers, "x-account-id": id }) };
}

/** An organization of the enterprise plan, created by its owner. */
export async function foundOrganization(app: TestApp, owner: Pick<TestPerson, "headers">): Promise<string> {
  const { status, body } = await app.post("/accounts", { name: "Sample & Sons" }, owner.headers);
  if (status !== 201) throw new Error(`POST /accounts answered ${status}`);
  const id = body.id as string;
  await app.database.query(
    "INSERT INTO hub.entitlements (owner_id, app_id, tier) VALUES ($1, 'central', 'enterprise')",
    [id],
  );
  await grantCredits(app, id, 10_000);
  return id;
}

/** Makes a person a member. */
async function join(
  app: TestApp,
  accountId: string,
  person: TestPerson,
  { role, levels = {} }: { role: AccountRole; levels?: Record<string, AppLevel> },
): Promise<Headers> {
  await app.database.query(
    `INSERT INTO hub.account_members (owner_id, user_id, role, app_rights, added_by, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $2, now(), now())`,
    [accountId, person.userId, role, JSON.stringify(levels)],
  );
  return person.in(accountId);
}

/** A new member of this role. */
export async function newMember(
  app: TestApp,
  accountId: string,
  role: AccountRole,
  levels: Record<string, AppLevel> = {},
): Promise<{ person: TestPerson; headers: Headers }> {
  const person = await signUp(app);
  return { person, headers: await join(app, accountId, person, { role, levels }) };
}

/** Ends a person's memberships without a notification, as a process sees it that has not received it yet. */
export async function removeUnnoticed(app: TestApp, userId: string): Promise<void> {
  // One transaction: others never see the table without its trigger.
  await app.database.query(
    `ALTER TABLE hub.account_members DISABLE TRIGGER access_changed;
     DELETE FROM hub.account_members WHERE user_id = '${userId}';
     ALTER TABLE hub.account_members ENABLE TRIGGER access_changed`,
  );
}
