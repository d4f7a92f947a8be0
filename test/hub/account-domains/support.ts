import { newId } from "../../../src/ids.ts";
import { grantCredits } from "../../gateway/support/people.ts";
import type { TestApp } from "../../support/app.ts";
import { foundOrganization, signUp, type TestPerson } from "../accounts/organizations.ts";

/** A domain that nobody has used yet. */
export function newDomain(): string {
  return `${newId("dom").replace("_", "-")}.example`;
}

/** A new person with an address of this domain. */
export async function signUpAt(
  app: TestApp,
  domain: string,
  { emailVerified = true, email = `${newId("usr")}@${domain}` } = {},
): Promise<TestPerson> {
  const userId = newId("usr");
  const token = await app.tokenFor({ sub: userId, email, emailVerified });
  const headers = { authorization: `Bearer ${token}` };
  await app.get("/auth/me", headers);
  await grantCredits(app, userId, 100);
  return { userId, email, token, headers, in: (id) => ({ ...headers, "x-account-id": id }) };
}

/** Sets the TXT records of a name at the name server. Empty: the name does not exist. */
export async function publish(app: TestApp, name: string, texts: readonly string[]): Promise<void> {
  const response = await fetch(`${app.sandboxUrl}/dns/records`, {
    method: "PUT",
    headers: { "content-type": "application/json", connection: "close" },
    body: JSON.stringify({ name, texts }),
  });
  if (!response.ok) throw new Error(`The name server answered ${response.status}`);
}

/** Sets or clears a fault of the name server. */
export async function failDns(app: TestApp, faults: object | null): Promise<void> {
  await fetch(`${app.sandboxUrl}/control/dns`, {
    method: faults === null ? "DELETE" : "POST",
    ...(faults !== null && { headers: { "content-type": "application/json" }, body: JSON.stringify(faults) }),
  });
}

/** An organization and its owner. */
export interface Organization {
  id: string;
  owner: TestPerson;
  /** Headers of the owner that act for it. */
  headers: Record<string, string>;
}

export async function newOrganization(app: TestApp): Promise<Organization> {
  const owner = await signUp(app);
  const id = await foundOrganization(app, owner);
  return { id, owner, headers: owner.in(id) };
}

/** A domain that the organization has added; its record is not published. */
export interface AddedDomain {
  id: string;
  domain: string;
  recordName: string;
  recordValue: string;
}

export async function addDomain(
  app: TestApp,
  { headers }: Organization,
  domain = newDomain(),
): Promise<AddedDomain> {
  const { status, body } = await app.post("/account/domains", { domain }, headers);
  if (status !== 201) throw new Error(`POST /account/domains answered ${status}: ${JSON.stringify(body)}`);
  return body as AddedDomain;
}

/** A domain whose record is published and was found. */
export async function addVerified(
  app: TestApp,
  organization: Organization,
  domain = newDomain(),
): Promise<AddedDomain> {
  const added = await addDomain(app, organization, domain);
  await publish(app, added.recordName, [added.recordValue]);
  const path = `/account/domains/${added.id}/verify`;
  const { status, body } = await app.post(path, {}, organization.headers);
  if (status !== 200) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(body)}`);
  return added;
}

/** A verified domain whose people join with this role. */
export async function addJoinable(
  app: TestApp,
  organization: Organization,
  role: "member" | "read_only" = "member",
): Promise<AddedDomain> {
  const added = await addVerified(app, organization);
  const path = `/account/domains/${added.id}`;
  const { status } = await app.send("PATCH", path, organization.headers, { autoJoin: true, role });
  if (status !== 200) throw new Error(`PATCH ${path} answered ${status}`);
  return added;
}
