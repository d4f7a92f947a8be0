import { demoOrganizations } from "../../../src/demo-identities.ts";
import { newId } from "../../../src/ids.ts";
import type { TestApp } from "../../support/app.ts";
import type { Sample } from "./door-samples.ts";

const [{ id: organizationId }] = demoOrganizations as [(typeof demoOrganizations)[0]];
/** The samples' member, whose role other samples change. */
const memberId = "demo-pia";
const asOwner = { account: organizationId, as: "eve" } as const;
const asMember = { account: organizationId, as: "pia" } as const;

const fixed = (input: Record<string, unknown>) => () => Promise.resolve(input);

/** The samples' member as they were at the start. */
async function resetMember(app: TestApp): Promise<{ userId: string }> {
  await app.database.query(
    `INSERT INTO hub.account_members AS m (owner_id, user_id, role, added_by, created_at, updated_at)
     VALUES ($1, $2, 'member', 'demo-eve', now(), now())
     ON CONFLICT (owner_id, user_id) DO UPDATE SET role = 'member' WHERE m.role <> 'member'`,
    [organizationId, memberId],
  );
  return { userId: memberId };
}

async function newOffer(app: TestApp): Promise<{ userId: string }> {
  const member = await resetMember(app);
  await app.database.query(
    `INSERT INTO hub.account_ownership_offers
       (id, owner_id, offered_by, user_id, steps_down, created_at, expires_at)
     VALUES ($1, $2, 'demo-eve', $3, false, now(), now() + interval '7 days') ON CONFLICT DO NOTHING`,
    [newId("own"), organizationId, memberId],
  );
  return member;
}

async function newMember(app: TestApp): Promise<{ userId: string }> {
  const userId = newId("usr");
  await app.database.query("INSERT INTO hub.users (id, created_at, last_seen_at) VALUES ($1, now(), now())", [
    userId,
  ]);
  await app.database.query(
    `INSERT INTO hub.account_members (owner_id, user_id, role, added_by, created_at, updated_at)
     VALUES ($1, $2, 'member', 'demo-eve', now(), now())`,
    [organizationId, userId],
  );
  return { userId };
}

/** An organization of Eve's with the samples' member. */
async function newOrganization(app: TestApp): Promise<{ accountId: string }> {
  const accountId = newId("org");
  await app.database.query(
    `WITH organization AS (
       INSERT INTO hub.accounts (id, kind, name, created_at, updated_at)
       VALUES ($1, 'organization', 'Sample', now(), now()) RETURNING id)
     INSERT INTO hub.account_members (owner_id, user_id, role, added_by, created_at, updated_at)
     SELECT id, user_id, role, 'demo-eve', now(), now()
     FROM organization, (VALUES ('demo-eve', 'owner'), ($2, 'member')) AS people (user_id, role)`,
    [accountId, memberId],
  );
  return { accountId };
}

const newAddress = () => `${newId("sample").toLowerCase()}@invited.example`;

async function newInvitation(app: TestApp, headers: Record<string, string>) {
  const body = { email: newAddress(), role: "member" };
  const { body: made } = await app.post("/account/invitations", body, headers);
  return { invitationId: made.id as string };
}

/** An invitation of the caller's address, with its link's token. */
async function receivedInvitation(app: TestApp): Promise<{ token: string }> {
  const owner = { ...(await app.as("eve")), "x-account-id": organizationId };
  const { invitationId } = await newInvitation(app, owner);
  const token = `${invitationId}.sample`;
  await app.database.query(
    `UPDATE hub.account_invitations SET token_hash = encode(sha256($2::bytea), 'hex') WHERE id = $1`,
    [invitationId, token],
  );
  return { token };
}

async function invitationOfEve(app: TestApp): Promise<{ token: string }> {
  const { token } = await receivedInvitation(app);
  await app.database.query("DELETE FROM hub.account_invitations WHERE email = 'eve@demo.example'");
  await app.database.query(
    "UPDATE hub.account_invitations SET email = 'eve@demo.example' WHERE token_hash = encode(sha256($1::bytea), 'hex')",
    [token],
  );
  return { token };
}

export const accountSamples: Record<string, Sample> = {
  Accounts: { input: fixed({}) },
  Account: { input: fixed({}) },
  CreateOrganization: {
    input: fixed({ name: "Sample organization" }),
    bad: { input: { name: " " }, paths: ["name"] },
  },
  ChooseAccount: {
    as: "pia",
    input: newOrganization,
    foreign: "ACCOUNT_NOT_FOUND",
  },
  UpdateOrganization: {
    ...asOwner,
    input: fixed({ name: "Evergreen Workshop" }),
    bad: { input: { name: "x".repeat(201) }, paths: ["name"] },
  },
  AccountMembers: { ...asOwner, input: fixed({}) },
  UpdateMember: {
    ...asOwner,
    input: async (app) => ({ ...(await resetMember(app)), appRights: [{ appId: "payroll", level: "none" }] }),
    bad: { input: { userId: memberId, role: "owner" }, paths: ["role"] },
    foreign: "MEMBER_NOT_FOUND",
  },
  RemoveMember: {
    ...asOwner,
    input: newMember,
    foreign: "MEMBER_NOT_FOUND",
  },
  LeaveOrganization: {
    as: "pia",
    input: newOrganization,
    foreign: "ACCOUNT_NOT_FOUND",
  },
  AccountInvitations: { ...asOwner, input: fixed({}) },
  InviteMember: {
    ...asOwner,
    input: () => Promise.resolve({ email: newAddress(), role: "read_only" }),
    bad: { input: { email: "nobody", role: "owner" }, paths: ["email", "role"] },
  },
  ResendInvitation: { ...asOwner, input: newInvitation, foreign: "INVITATION_NOT_FOUND" },
  RevokeInvitation: { ...asOwner, input: newInvitation, foreign: "INVITATION_NOT_FOUND" },
  ReceivedInvitation: { input: receivedInvitation },
  AcceptInvitation: {
    as: "eve",
    input: invitationOfEve,
    bad: { input: { token: "x".repeat(501) }, paths: ["token"] },
  },
  OfferOwnership: {
    ...asOwner,
    input: async (app) => ({ ...(await resetMember(app)), stepDown: false }),
    foreign: "MEMBER_NOT_FOUND",
  },
  AcceptOwnership: {
    ...asMember,
    input: async (app) => {
      await newOffer(app);
      return {};
    },
  },
  WithdrawOwnership: { ...asOwner, input: newOffer, foreign: "NOT_FOUND" },
};
