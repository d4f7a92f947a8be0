import { afterAll, beforeAll, expect, test } from "vitest";
import { checkDomains } from "../../../subgraphs/hub/account-domains/check-domains.service.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { until } from "../../support/poll.ts";
import { newMember } from "../accounts/organizations.ts";
import { addJoinable, newOrganization, signUpAt, type AddedDomain, type Organization } from "./support.ts";

let app: TestApp;
let organization: Organization;
beforeAll(async () => {
  app = await openSharedApp();
  organization = await newOrganization(app);
});
afterAll(() => app?.close());

const dayMs = 24 * 60 * 60 * 1000;

interface Row {
  verified_at: Date | null;
  checked_at: Date | null;
  check_at: Date | null;
  missing_since: Date | null;
  auto_join_role: string | null;
}

const rowOf = async ({ id }: AddedDomain): Promise<Row> =>
  (
    await app.database.query<Row>(
      "SELECT verified_at, checked_at, check_at, missing_since, auto_join_role FROM hub.account_domains WHERE id = $1",
      [id],
    )
  )[0]!;

/** What name servers say of a record: its texts, null for no answer, or an error of the port. */
type Says = readonly string[] | null | Error;

/** Checks so many days after now, with these records; the records of other domains are there. Returns the asked names. */
async function checkAt(days: number, says: ReadonlyMap<string, Says>): Promise<string[]> {
  const ctx = app.running.platform.contextIn("hub") as HubContext;
  const asked: string[] = [];
  const others = await app.database.query<{ name: string; value: string }>(
    "SELECT '_hub.' || domain AS name, 'hub-verification=' || challenge AS value FROM hub.account_domains",
  );
  const dns = {
    findTexts: async (name: string) => {
      asked.push(name);
      const texts = says.get(name) ?? [others.find((one) => one.name === name)!.value];
      if (texts instanceof Error) throw texts;
      return says.get(name) === null ? null : texts;
    },
  };
  const clock = { now: () => new Date(Date.now() + days * dayMs) };
  await checkDomains({ ...ctx, clock, ports: { ...ctx.ports, dns } });
  return asked;
}

const gone = ({ recordName }: AddedDomain) => new Map<string, Says>([[recordName, []]]);

interface Mail {
  to: string[] | string;
  subject: string;
  text: string;
}

async function mailsAbout({ domain }: AddedDomain): Promise<Mail[]> {
  const { messages } = (await (await fetch(`${app.sandboxUrl}/mail/messages`)).json()) as {
    messages: Mail[];
  };
  return messages.filter(({ subject }) => subject.includes(domain));
}

const addressesOf = (mails: readonly Mail[]) => mails.flatMap(({ to }) => to).toSorted();

test("a verified domain is checked every week, and stays verified while its record is there", async () => {
  const added = await addJoinable(app, organization);
  const before = await rowOf(added);
  expect(await checkAt(6.9, new Map())).not.toContain(added.recordName);
  expect(await rowOf(added)).toEqual(before);
  expect(await checkAt(7.1, new Map())).toContain(added.recordName);
  const after = await rowOf(added);
  expect(after).toMatchObject({
    verified_at: before.verified_at,
    missing_since: null,
    auto_join_role: "member",
  });
  expect(after.check_at!.getTime() - after.checked_at!.getTime()).toBe(7 * dayMs);
});

test("a record that is missing for 7 days ends the verification and joining, and administrators are mailed", async () => {
  const own = await newOrganization(app);
  const added = await addJoinable(app, own);
  const { person: admin } = await newMember(app, own.id, "admin");
  const { person: silent } = await newMember(app, own.id, "admin");
  await newMember(app, own.id, "member");
  const preferences = [{ event: "domain_verification_ended", channel: "email", enabled: false }];
  const path = "/account/notification-preferences";
  expect((await app.send("PATCH", path, silent.headers, { preferences })).status).toBe(200);
  const colleague = await signUpAt(app, added.domain);
  const suggestions = async () => (await app.get("/account-suggestions", colleague.headers)).body.total;

  await checkAt(7.1, gone(added));
  const { missing_since: since } = await rowOf(added);
  expect(since).not.toBeNull();
  // Checked every day from then on; the time from which it is missing stays.
  expect(await checkAt(7.9, gone(added))).not.toContain(added.recordName);
  for (const days of [8.2, 9.3, 14]) expect(await checkAt(days, gone(added))).toContain(added.recordName);
  expect(await rowOf(added)).toMatchObject({ missing_since: since, auto_join_role: "member" });
  expect(await suggestions()).toBe(1);
  expect((await app.get("/account/domains", own.headers)).body.domains[0]).toMatchObject({
    status: "verified",
    missingSince: since!.toISOString(),
  });

  await checkAt(15.1, gone(added));
  expect(await rowOf(added)).toMatchObject({
    verified_at: null,
    check_at: null,
    missing_since: null,
    auto_join_role: null,
  });
  expect(await suggestions()).toBe(0);
  const mails = await until("both mails", async () => {
    const found = await mailsAbout(added);
    return found.length >= 2 && found;
  });
  expect(addressesOf(mails)).toEqual([own.owner.email, admin.email].toSorted());
  expect(mails[0]!.text).toContain(`${added.recordName} TXT "${added.recordValue}"`);
  expect(mails[0]!.text).toContain("Sample & Sons");
  // It is checked no more, and may be verified again.
  expect(await checkAt(30, gone(added))).not.toContain(added.recordName);
  const entry = await until("the entry of the audit log", async () => {
    const { body } = await app.get("/account/audit-log", own.headers);
    const found = (body.entries as Record<string, unknown>[]).find(
      ({ action }) => action === "endDomainVerification",
    );
    return found;
  });
  expect(entry).toMatchObject({ target: { id: added.id }, changes: { domain: added.domain } });
  const again = await app.post(`/account/domains/${added.id}/verify`, {}, own.headers);
  expect(again.body).toMatchObject({ status: "verified", autoJoinRole: null });
});

test("a record that comes back in time changes nothing", async () => {
  const added = await addJoinable(app, organization);
  const { verified_at: verifiedAt } = await rowOf(added);
  await checkAt(40, gone(added));
  expect((await rowOf(added)).missing_since).not.toBeNull();
  await checkAt(41.1, new Map());
  expect(await rowOf(added)).toMatchObject({
    verified_at: verifiedAt,
    missing_since: null,
    auto_join_role: "member",
  });
  // Missing again: the days are counted from then.
  await checkAt(49, gone(added));
  await checkAt(55, gone(added));
  expect((await rowOf(added)).verified_at).toEqual(verifiedAt);
});

test("name servers that do not answer end nothing, and are asked again within hours", async () => {
  const added = await addJoinable(app, organization);
  const silent = new Map<string, Says>([[added.recordName, null]]);
  for (const days of [60, 60.1, 70, 90]) expect(await checkAt(days, silent)).toContain(added.recordName);
  expect(await rowOf(added)).toMatchObject({ missing_since: null, auto_join_role: "member" });
});

test("a check that fails does not stop the others", async () => {
  const [broken, other] = [await addJoinable(app, organization), await addJoinable(app, organization)];
  await checkAt(100, new Map<string, Says>([[broken.recordName, new Error("broken")]]));
  expect((await rowOf(other)).checked_at!.getTime()).toBeGreaterThan(Date.now() + 99 * dayMs);
  expect((await rowOf(broken)).checked_at!.getTime()).toBeLessThan(Date.now() + dayMs);
});

test("a domain that was removed during its check stays removed", async () => {
  const added = await addJoinable(app, organization);
  const ctx = app.running.platform.contextIn("hub") as HubContext;
  const dns = {
    findTexts: async (name: string) => {
      if (name !== added.recordName) return null;
      await app.send("DELETE", `/account/domains/${added.id}`, organization.headers);
      return [];
    },
  };
  const clock = { now: () => new Date(Date.now() + 130 * dayMs) };
  await checkDomains({ ...ctx, clock, ports: { ...ctx.ports, dns } });
  expect(await rowOf(added)).toBeUndefined();
});
