import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import {
  addDomain,
  addVerified,
  failDns,
  newDomain,
  newOrganization,
  publish,
  type AddedDomain,
  type Organization,
} from "./support.ts";

let app: TestApp;
let organization: Organization;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  organization = await newOrganization(app);
});

const verify = ({ id }: AddedDomain, { headers } = organization, more: Record<string, string> = {}) =>
  app.post(`/account/domains/${id}/verify`, {}, { ...headers, ...more });
const listed = async (id: string, { headers } = organization) =>
  (await app.get("/account/domains", headers)).body.domains.find((one: AddedDomain) => one.id === id);

test("an added domain has a record to publish, and no effect yet", async () => {
  const domain = newDomain();
  const { status, body } = await app.post(
    "/account/domains",
    { domain: ` ${domain.toUpperCase()}.` },
    organization.headers,
  );
  expect(status).toBe(201);
  expect(body).toMatchObject({
    domain,
    status: "pending",
    recordName: `_hub.${domain}`,
    recordValue: expect.stringMatching(/^hub-verification=[\w-]{43}$/) as string,
    autoJoinRole: null,
    verifiedAt: null,
    checkedAt: null,
    missingSince: null,
  });
  expect((await app.get("/account/domains", organization.headers)).body).toEqual({
    domains: [body],
    total: 1,
  });
  const other = await addDomain(app, organization);
  expect(other.recordValue).not.toBe(body.recordValue);
  const join = await app.send("PATCH", `/account/domains/${body.id}`, organization.headers, {
    autoJoin: true,
  });
  expect([join.status, join.body.details]).toEqual([409, { reason: "not_verified" }]);
});

test("what is no domain, a public mail domain and one that is there already are refused", async () => {
  const add = (domain: string, headers = organization.headers) =>
    app.post("/account/domains", { domain }, headers);
  const invalid = await add("ana@example.com");
  expect([invalid.status, invalid.body.details.fields[0].path]).toEqual([400, "domain"]);
  const isPublic = await add("GMAIL.com");
  expect([isPublic.status, isPublic.body.details]).toEqual([409, { reason: "public_mail_domain" }]);
  const { domain } = await addDomain(app, organization);
  const again = await add(domain);
  expect([again.status, again.body.details]).toEqual([409, { reason: "already_added" }]);
  const personal = await add(newDomain(), organization.owner.headers);
  expect([personal.status, personal.body.details]).toEqual([409, { kind: "personal" }]);
});

test("a domain is verified once its record is found, among others and in pieces", async () => {
  const added = await addDomain(app, organization);
  const missing = await verify(added);
  const { recordName: name, recordValue: value } = added;
  expect([missing.status, missing.body.details]).toEqual([
    409,
    { reason: "record_missing", record: { type: "TXT", name, value } },
  ]);
  await publish(app, name, [`${value}x`, "hub-verification=", `x${value}`]);
  expect((await verify(added)).body.details.reason).toBe("record_missing");
  expect(await listed(added.id)).toMatchObject({ status: "pending", checkedAt: null });

  await publish(app, name, ["v=spf1 -all", "x".repeat(300), value]);
  const found = await verify(added);
  expect([found.status, found.body.status]).toEqual([200, "verified"]);
  expect(Date.parse(found.body.verifiedAt)).toBe(Date.parse(found.body.checkedAt));
  expect(await listed(added.id)).toEqual(found.body);
  // Verified again, it is verified since the same time.
  expect((await verify(added)).body.verifiedAt).toBe(found.body.verifiedAt);
});

test("name servers that do not answer leave a domain as it is, and the same key may try again", async () => {
  const pending = await addDomain(app, organization);
  await publish(app, pending.recordName, [pending.recordValue]);
  const verified = await addVerified(app, organization);
  const before = await listed(verified.id);
  const key = { "idempotency-key": "verify-1" };
  await failDns(app, { status: 503 });
  try {
    const refused = await verify(pending, organization, key);
    expect([refused.status, refused.body.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
    expect((await verify(verified)).status).toBe(503);
  } finally {
    await failDns(app, null);
  }
  expect(await listed(verified.id)).toEqual(before);
  expect(await listed(pending.id)).toMatchObject({ status: "pending" });
  expect((await verify(pending, organization, key)).body.status).toBe("verified");
});

test("one organization at a time verifies a domain", async () => {
  const [first, second] = [organization, await newOrganization(app)];
  const domain = newDomain();
  const [one, two] = [await addDomain(app, first, domain), await addDomain(app, second, domain)];
  await publish(app, one.recordName, [one.recordValue, two.recordValue]);
  const answers = await Promise.all([verify(one, first), verify(two, second)]);
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([200, 409]);
  const isFirst = answers[0].status === 200;
  const [holder, refused] = isFirst ? [one, two] : [two, one];
  const [holding, waiting] = isFirst ? [first, second] : [second, first];
  expect(answers[isFirst ? 1 : 0].body.details).toEqual({ reason: "domain_taken" });
  // Without the record, nobody learns whether another organization has the domain.
  await publish(app, one.recordName, [holder.recordValue]);
  expect((await verify(refused, waiting)).body.details.reason).toBe("record_missing");
  await publish(app, one.recordName, [one.recordValue, two.recordValue]);
  await app.send("DELETE", `/account/domains/${holder.id}`, holding.headers);
  expect((await verify(refused, waiting)).status).toBe(200);
});

test("joining has a role of at most member, and can be switched off", async () => {
  const { id } = await addVerified(app, organization);
  const change = (input: object) => app.send("PATCH", `/account/domains/${id}`, organization.headers, input);
  expect((await change({ autoJoin: true })).body.autoJoinRole).toBe("member");
  expect((await change({ autoJoin: true, role: "read_only" })).body.autoJoinRole).toBe("read_only");
  expect((await change({ autoJoin: true })).body.autoJoinRole).toBe("read_only");
  for (const role of ["owner", "admin", "billing"]) {
    const refused = await change({ autoJoin: true, role });
    expect([refused.status, refused.body.details.fields[0].path]).toEqual([400, "role"]);
  }
  expect((await change({ autoJoin: false })).body).toMatchObject({ status: "verified", autoJoinRole: null });
});

test("a domain of another organization does not exist", async () => {
  const { id } = await addVerified(app, organization);
  const other = await newOrganization(app);
  const path = `/account/domains/${id}`;
  for (const answer of [
    await app.post(`${path}/verify`, {}, other.headers),
    await app.send("PATCH", path, other.headers, { autoJoin: true }),
    await app.send("DELETE", path, other.headers),
  ])
    expect([answer.status, answer.body.code]).toEqual([404, "NOT_FOUND"]);
  expect(await listed(id)).toMatchObject({ status: "verified", autoJoinRole: null });
  expect((await app.send("DELETE", path, organization.headers)).body).toMatchObject({
    id,
    status: "removed",
  });
  expect(await listed(id)).toBeUndefined();
});

test("an organization has up to 100 domains", async () => {
  await app.database.query(
    `INSERT INTO hub.account_domains (id, owner_id, domain, challenge, added_by, created_at, updated_at)
     SELECT 'dom_' || n || $1, $1, 'n' || n || '.example', 'x', 'x', now(), now() FROM generate_series(1, 100) n`,
    [organization.id],
  );
  const { status, body } = await app.post("/account/domains", { domain: newDomain() }, organization.headers);
  expect([status, body.details]).toEqual([409, { limit: 100 }]);
});
