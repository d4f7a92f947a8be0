import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoOrganizations, demoServiceAccounts } from "../../../src/demo-identities.ts";
import { newId } from "../../../src/ids.ts";
import type { Answer, TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { createKey, invoiceBody } from "../../gateway/support/people.ts";
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

const notFound = { code: "ACCOUNT_NOT_FOUND", error: "Account not found. Check the account ID." };
const inInvoicer = { "x-app-id": "invoicer" };

/** The refusal of a call at each door: status, code and text. */
async function atEachDoor(headers: Record<string, string>): Promise<unknown[]> {
  const graphql = await app.graphql("{ account { id } }", {}, headers);
  const [error] = graphql.body.errors ?? [];
  const refusal = ({ status, body }: Answer) => ({ status, code: body.code, error: body.error });
  return [
    refusal(await app.get("/account", headers)),
    refusal(await app.tool("list_invoices", {}, headers)),
    error ? { status: graphql.status, code: error.extensions.code, error: error.message } : refusal(graphql),
  ];
}

describe("acting for an organization", () => {
  test("members share what they create, and it is nobody's own", async () => {
    const { headers } = await newMember(app, organizationId, "member");
    const { headers: reader, person } = await newMember(app, organizationId, "read_only");
    const made = await app.post("/invoices", invoiceBody(), { ...headers, ...inInvoicer });
    expect(made.status).toBe(201);
    const path = `/invoices/${made.body.invoiceId}`;
    expect((await app.get(path, { ...reader, ...inInvoicer })).status).toBe(200);
    expect((await app.get(path, { ...person.headers, ...inInvoicer })).status).toBe(404);
    const rows = await app.database.query("SELECT owner_id FROM gateway.invoices WHERE id = $1", [
      made.body.invoiceId,
    ]);
    expect(rows).toEqual([{ owner_id: organizationId }]);
  });

  test("the audit row of a member's change names the account and the person", async () => {
    const { headers, person } = await newMember(app, organizationId, "member");
    const made = await app.post("/invoices", invoiceBody(), { ...headers, ...inInvoicer });
    const rows = await app.database.query(
      "SELECT actor_type, actor_id, owner_id, on_behalf_of FROM gateway.audit_log WHERE request_id = $1",
      [made.headers["x-request-id"]],
    );
    expect(rows).toEqual([
      {
        actor_type: "user",
        actor_id: person.userId,
        owner_id: organizationId,
        on_behalf_of: organizationId,
      },
    ]);
  });

  test("the organization pays for what its members do", async () => {
    const { headers, person } = await newMember(app, organizationId, "member");
    const balances = (id: string) =>
      app.database.query<{ balance: string }>(
        "SELECT balance::text FROM hub.credit_accounts WHERE owner_id = $1",
        [id],
      );
    const [own, shared] = [await balances(person.userId), await balances(organizationId)];
    const made = await app.post("/invoices", invoiceBody(), { ...headers, ...inInvoicer });
    expect(Number(made.headers["x-credits-charged"])).toBeGreaterThan(0);
    expect(await balances(person.userId)).toEqual(own);
    expect(await balances(organizationId)).not.toEqual(shared);
  });

  test("the same idempotency key in two accounts runs twice", async () => {
    const { headers, person } = await newMember(app, organizationId, "member");
    const key = { "idempotency-key": newId("key"), ...inInvoicer };
    const own = await app.post("/invoices", invoiceBody(), { ...person.headers, ...key });
    const shared = await app.post("/invoices", invoiceBody(), { ...headers, ...key });
    expect([own.status, shared.status]).toEqual([201, 201]);
    expect(own.body.invoiceId).not.toBe(shared.body.invoiceId);
  });

  test("accounts are listed by `me`, and `account` has data of all three subgraphs", async () => {
    const { headers, person } = await newMember(app, organizationId, "member");
    await app.post("/invoices", invoiceBody(), { ...headers, ...inInvoicer });
    const document = /* GraphQL */ `
      {
        me {
          id
          accounts {
            id
            name
            role
          }
        }
        account {
          id
          name
          role
          recentInvoices(first: 1) {
            status
          }
          savedProperties {
            propertyId
          }
          creditBalances {
            appId
          }
        }
      }
    `;
    const { body } = await app.graphql(document, {}, headers);
    expect(body.errors).toBeUndefined();
    expect(body.data.me).toEqual({
      id: person.userId,
      accounts: [
        { id: person.userId, name: person.email, role: "owner" },
        { id: organizationId, name: "Sample & Sons", role: "member" },
      ],
    });
    expect(body.data.account).toEqual({
      id: organizationId,
      name: "Sample & Sons",
      role: "member",
      recentInvoices: [{ status: "draft" }],
      savedProperties: [],
      creditBalances: [{ appId: "central" }],
    });
  });

  test("what an account holds is null where the request does not act for it", async () => {
    const { person } = await newMember(app, organizationId, "owner");
    const { body } = await app.graphql(
      "{ me { accounts { id creditBalances { appId } recentInvoices { id } } } }",
      {},
      person.headers,
    );
    expect(body.errors).toBeUndefined();
    expect(body.data.me.accounts).toEqual([
      { id: person.userId, creditBalances: [{ appId: "central" }], recentInvoices: [] },
      { id: organizationId, creditBalances: null, recentInvoices: null },
    ]);
  });
});

test("fields of the person show nothing of an account while the person acts for an organization", async () => {
  const { headers } = await newMember(app, organizationId, "owner");
  const fields = [
    "recentInvoices { id }",
    "creditBalances { appId }",
    "subscriptions { id }",
    "savedProperties { propertyId }",
  ];
  for (const field of fields) {
    const { body } = await app.graphql(`{ me { id ${field} } }`, {}, headers);
    const name = field.split(" ")[0]!;
    expect.soft(body.data?.me?.[name] ?? null, field).toBeNull();
  }
});

describe("an account that is not the caller's", () => {
  test("it is refused at every door, word for word as a missing one", async () => {
    const [stranger, former] = [await signUp(app), await newMember(app, organizationId, "admin")];
    expect((await app.get("/account", former.headers)).status).toBe(200);
    const asOwner = owner.in(organizationId);
    await app.send("DELETE", `/account/members/${former.person.userId}`, asOwner);
    const foreign = [organizationId, owner.userId, newId("org"), "usr_nobody", "ö", "x".repeat(200)];
    const all = await Promise.all([
      ...foreign.map((id) => atEachDoor(stranger.in(id))),
      atEachDoor(former.headers),
    ]);
    const refusal = { status: 404, ...notFound };
    for (const refusals of all) expect(refusals).toEqual([refusal, refusal, refusal]);
  });

  test("an administrator of the platform is no member either", async () => {
    const headers = { ...(await app.as("ada")), "x-account-id": organizationId };
    expect((await app.get("/account", headers)).body).toMatchObject(notFound);
  });

  test("a platform administrator acts for an organization without administering the platform", async () => {
    const { person, headers: member } = await newMember(app, organizationId, "owner");
    const token = await app.tokenFor({ sub: person.userId, email: person.email, roles: ["admin"] });
    const admin = { authorization: `Bearer ${token}` };
    const headers = { ...member, ...admin };
    expect((await app.get("/account", headers)).body).toMatchObject({ id: organizationId, role: "owner" });
    const refused = await app.get("/admin/users", headers);
    expect([refused.status, refused.body.details.reason]).toEqual([403, "personal_account_required"]);
    expect((await app.get("/admin/users", admin)).status).toBe(200);
  });

  test("a key acts for its own account, and for no other", async () => {
    const own = await createKey(app, organizationId, ["read:invoices"]);
    const personal = await createKey(app, owner.userId, ["read:invoices"]);
    const accountOf = async (headers: Record<string, string>) => {
      const { status, body } = await app.get("/account", headers);
      return [status, body.id ?? body.code];
    };
    expect(await accountOf(own)).toEqual([200, organizationId]);
    expect(await accountOf({ ...own, "x-account-id": organizationId })).toEqual([200, organizationId]);
    expect(await accountOf({ ...own, "x-account-id": owner.userId })).toEqual([404, "ACCOUNT_NOT_FOUND"]);
    expect(await accountOf({ ...personal, "x-account-id": organizationId })).toEqual([
      404,
      "ACCOUNT_NOT_FOUND",
    ]);
  });

  test("a key that an administrator creates belongs to the organization, and outlives the membership", async () => {
    const { headers, person } = await newMember(app, organizationId, "admin");
    const made = await app.post("/api-keys", { name: "shared", scopes: ["read:invoices"] }, headers);
    expect(made.status).toBe(201);
    await app.send("DELETE", `/account/members/${person.userId}`, owner.in(organizationId));
    const { body } = await app.get("/account", { "x-api-key": made.body.key });
    expect(body).toMatchObject({ id: organizationId, kind: "organization", role: null, rights: [] });
    expect((await app.get("/api-keys", person.headers)).status).toBe(403);
  });

  test("a service account acts for an organization of the user it acts for, within its scopes", async () => {
    const { key } = demoServiceAccounts[0]!;
    const service = { authorization: `Bearer ${key}`, "x-account-id": organizationId };
    const refused = await app.get("/credits/balance/central", service);
    expect(refused.body).toMatchObject(notFound);
    const acting = { ...service, "x-on-behalf-of": owner.userId, "x-app-id": "central" };
    expect((await app.get("/credits/balance/central", acting)).status).toBe(200);
    const noScope = await app.get("/invoices", { ...acting, ...inInvoicer });
    expect([noScope.status, noScope.body.details.reason]).toEqual([403, "scope_missing"]);
  });

  test("nobody signs in as an organization", async () => {
    const token = await app.tokenFor({ sub: organizationId });
    const { status } = await app.get("/auth/me", { authorization: `Bearer ${token}` });
    expect(status).toBe(401);
  });
});

describe("a token that is bound to an account", () => {
  const bearer = async (claims: Record<string, unknown>) => ({
    authorization: `Bearer ${await app.tokenFor(claims)}`,
  });

  test("it acts for that account without a header, and for no other with one", async () => {
    const { person } = await newMember(app, organizationId, "member");
    const headers = await bearer({ sub: person.userId, accountId: organizationId });
    expect((await app.get("/account", headers)).body).toMatchObject({ id: organizationId, role: "member" });
    const own = await app.get("/account", { ...headers, "x-account-id": person.userId });
    expect([own.status, own.body.code]).toEqual([404, "ACCOUNT_NOT_FOUND"]);
    const stranger = await bearer({ sub: newId("usr"), accountId: organizationId });
    expect((await app.get("/account", stranger)).body).toMatchObject(notFound);
  });

  test("its scopes and the role both limit it", async () => {
    const { person } = await newMember(app, organizationId, "read_only");
    const scope = "read:invoices write:invoices";
    const headers = {
      ...(await bearer({ sub: person.userId, accountId: organizationId, scope })),
      ...inInvoicer,
    };
    expect((await app.get("/invoices", headers)).status).toBe(200);
    expect((await app.post("/invoices", invoiceBody(), headers)).body.details).toMatchObject({
      reason: "scope_missing",
      requiredScope: "write:invoices",
    });
    const quotations = await app.get("/quotations", headers);
    expect(quotations.body.details).toMatchObject({ reason: "scope_missing" });
    const members = await app.get("/account/members", headers);
    expect(members.body.details).toEqual({ reason: "full_token_required" });
  });
});

test("the demo organization has eve, bo and pia as members", async () => {
  const [{ id, name }] = demoOrganizations as [(typeof demoOrganizations)[0]];
  const headers = { ...(await app.as("eve")), "x-account-id": id };
  const { body } = await app.get("/account/members", headers);
  const members = (body.members as { userId: string; role: string }[]).map((one) => [one.userId, one.role]);
  expect([name, ...members]).toEqual([
    "Evergreen Workshop",
    ["demo-bo", "admin"],
    ["demo-eve", "owner"],
    ["demo-pia", "member"],
  ]);
});
