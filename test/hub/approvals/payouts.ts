import type { Answer, TestApp } from "../../support/app.ts";
import { until } from "../../support/poll.ts";
import { foundOrganization, newMember, signUp, type TestPerson } from "../accounts/organizations.ts";

type Headers = Record<string, string>;
const inPayroll = { "x-app-id": "payroll" };

/** An organization that demands a second person for some kinds, with its owner and another administrator. */
export interface Demanding {
  id: string;
  owner: TestPerson;
  ownerHeaders: Headers;
  admin: TestPerson;
  adminHeaders: Headers;
  contractorId: string;
}

export async function demanding(app: TestApp, kinds: readonly string[]): Promise<Demanding> {
  const owner = await signUp(app);
  const id = await foundOrganization(app, owner);
  const { person: admin, headers } = await newMember(app, id, "admin");
  const [ownerHeaders, adminHeaders] = [owner.in(id), headers].map((own) => ({ ...own, ...inPayroll }));
  const made = await app.post(
    "/payroll/contractors",
    { name: "Ana", email: "ana@work.example", kind: "individual" },
    ownerHeaders,
  );
  for (const kind of kinds) await setRule(app, owner.in(id), { kind, required: true });
  const contractorId = made.body.id as string;
  return { id, owner, ownerHeaders: ownerHeaders!, admin, adminHeaders: adminHeaders!, contractorId };
}

export const setRule = (app: TestApp, headers: Headers, rule: object): Promise<Answer> =>
  app.send("PUT", "/account/approval-rules", headers, rule);

export function pay(
  app: TestApp,
  { contractorId }: Pick<Demanding, "contractorId">,
  headers: Headers,
  { amount = 250, key }: { amount?: number; key?: string } = {},
): Promise<Answer> {
  const body = { contractorId, amount, description: "Kitchen tiles" };
  const keyed = key === undefined ? headers : { ...headers, "idempotency-key": key };
  return app.post("/payroll/contractor-payments", body, keyed);
}

export async function paymentsOf(app: TestApp, accountId: string): Promise<number> {
  const sql = "SELECT count(*)::int AS n FROM gateway.contractor_payments WHERE owner_id = $1";
  return (await app.database.query<{ n: number }>(sql, [accountId]))[0]!.n;
}

export const approve = (app: TestApp, requestId: string, headers: Headers): Promise<Answer> =>
  app.post(`/account/approval-requests/${requestId}/approve`, undefined, headers);

/** The request once it is over. */
export function finished(app: TestApp, requestId: string, headers: Headers): Promise<Answer["body"]> {
  return until(`the request ${requestId} is over`, async () => {
    const { body } = await app.get(`/account/approval-requests/${requestId}`, headers);
    return ["executed", "failed"].includes(body.status) && body;
  });
}
