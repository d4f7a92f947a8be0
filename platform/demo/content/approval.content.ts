import { inputPlace } from "../../../src/access/approvals.ts";
import { canonicalHash, encodeJson } from "../../../src/db/json-codec.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { demoOrganizations } from "../../../src/demo-identities.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import { later, step, type ContentRow, type DemoContent } from "./content-step.ts";
import { insertNamedRow } from "./named-rows.ts";

const workshop = demoOrganizations[0]!.id;

/** Payments that wait for a second person: one to approve, one to reject, and one to cancel. */
const waiting = [
  { id: "apr_demo_2", amount: 320, description: "Photos of the open studio" },
  { id: "apr_demo_3", amount: 180, description: "Retouching" },
  { id: "apr_demo_4", amount: 95, description: "Frames" },
];

/** Who is paid. */
export function workshopContractor(): DemoContent {
  return {
    subgraph: "gateway",
    appId: "payroll",
    ownerId: workshop,
    lastRow: { table: "contractors", id: "con_demo_workshop" },
    steps: [
      step("workshop", "createContractor", {
        name: "Ray Field",
        email: "ray@work.example",
        kind: "individual",
      }),
    ],
  };
}

/** The organization pays nobody without a second person, and payments of a member wait for one. */
export function approvalContent(now: Date): DemoContent {
  return {
    subgraph: "hub",
    appId: "central",
    ownerId: workshop,
    lastRow: { table: "approval_requests", id: waiting.at(-1)!.id },
    steps: [step("1", "setApprovalRule", { kind: "payouts", required: true })],
    decide: async (ctx) => {
      const { keyRing } = (ctx as HubContext).ports;
      const rows = waiting.map((payment) =>
        requestRow(payment, now, (text, place) => keyRing.seal(text, place)),
      );
      await asSystem(ctx.em, async (em) => {
        for (const { table, row } of rows) await insertNamedRow(em, table, row);
      });
    },
  };
}

/** The request that the call of a member left behind. */
function requestRow(
  { id, amount, description }: (typeof waiting)[number],
  now: Date,
  seal: (text: string, place: string) => string,
): ContentRow {
  const payDate = "2031-03-07";
  // As the mutation has it: its amounts are in cents.
  const amountMinor = amount * 100;
  const input = { contractorId: "con_demo_workshop", amount: amountMinor, description, payDate };
  return {
    table: "approval_requests",
    row: {
      id,
      owner_id: workshop,
      kind: "payouts",
      subgraph: "gateway",
      operation: "payContractor",
      app_id: "payroll",
      requester_kind: "user",
      requester_id: "demo-bo",
      requester_person: "demo-bo",
      summary: { amount, payDate, description: "***", contractorId: "***" },
      input_sealed: seal(encodeJson({ input }), inputPlace(id)),
      amount_minor: amountMinor,
      currency: "USD",
      client_key: id,
      request_hash: canonicalHash({ input }),
      status: "pending",
      created_at: now.toISOString(),
      expires_at: later(now),
    },
  };
}
