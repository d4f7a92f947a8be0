import { demoOrganizations } from "../../../src/demo-identities.ts";
import { newId } from "../../../src/ids.ts";
import type { TestApp } from "../../support/app.ts";
import type { Sample } from "./door-samples.ts";

const [{ id: organizationId }] = demoOrganizations as [(typeof demoOrganizations)[0]];
const asOwner = { account: organizationId, as: "eve" } as const;

const fixed = (input: Record<string, unknown>) => () => Promise.resolve(input);

/** A payout of another administrator that waits; Eve can decide it. */
async function waitingRequest(app: TestApp): Promise<{ requestId: string }> {
  const userId = newId("usr");
  const token = await app.tokenFor({ sub: userId });
  await app.get("/auth/me", { authorization: `Bearer ${token}` });
  await app.database.query(
    `INSERT INTO hub.account_members (owner_id, user_id, role, added_by, created_at, updated_at)
     VALUES ($1, $2, 'admin', 'demo-eve', now(), now())`,
    [organizationId, userId],
  );
  const headers = { authorization: `Bearer ${token}`, "x-account-id": organizationId, "x-app-id": "payroll" };
  return ask(app, headers);
}

/** A payout of the caller's own that waits. */
const ownRequest = (app: TestApp, headers: Record<string, string>) =>
  ask(app, { ...headers, "x-app-id": "payroll" });

async function ask(app: TestApp, headers: Record<string, string>): Promise<{ requestId: string }> {
  await app.database.query(
    `INSERT INTO hub.approval_rules (owner_id, kind, updated_by, updated_at)
     VALUES ($1, 'payouts', 'demo-eve', now()) ON CONFLICT DO NOTHING`,
    [organizationId],
  );
  const contractor = { name: "Sample", email: "sample@work.example", kind: "individual" };
  const { body: made } = await app.post("/payroll/contractors", contractor, headers);
  const payment = { contractorId: made.id, amount: 10, description: "sample", payDate: "2090-01-02" };
  const { body } = await app.post("/payroll/contractor-payments", payment, headers);
  return { requestId: body.approvalRequest.id as string };
}

export const approvalSamples: Record<string, Sample> = {
  ApprovalRules: { ...asOwner, input: fixed({}) },
  SetApprovalRule: {
    ...asOwner,
    input: fixed({ kind: "payouts", required: true }),
    bad: {
      input: { kind: "everything", required: true, minimumAmountMinor: -1, currency: "usd" },
      paths: ["kind", "minimumAmountMinor", "currency"],
    },
  },
  ApprovalRequests: {
    ...asOwner,
    input: fixed({ limit: 5, status: "pending" }),
    bad: { input: { limit: 0, status: "lost" }, paths: ["limit", "status"] },
  },
  ApprovalRequest: { ...asOwner, input: waitingRequest, foreign: "APPROVAL_REQUEST_NOT_FOUND" },
  ApproveApprovalRequest: { ...asOwner, input: waitingRequest, foreign: "APPROVAL_REQUEST_NOT_FOUND" },
  RejectApprovalRequest: {
    ...asOwner,
    input: async (app) => ({ ...(await waitingRequest(app)), reason: "sample" }),
    bad: { input: { requestId: "apr_x", reason: " " }, paths: ["reason"] },
    foreign: "APPROVAL_REQUEST_NOT_FOUND",
  },
  CancelApprovalRequest: { ...asOwner, input: ownRequest, foreign: "APPROVAL_REQUEST_NOT_FOUND" },
};
