import { createHash } from "node:crypto";
import { demoDomain, demoId, demoOrganizations } from "../../../src/demo-identities.ts";
import { later, type ContentRow, type DemoContent } from "./content-step.ts";

const workshop = demoOrganizations[0]!.id;

/** An app that has no plans yet. */
const betaApp: ContentRow = {
  table: "apps",
  row: {
    app_id: "field-notes-beta",
    slug: "field-notes-beta",
    name: "Field Notes (beta)",
    tagline: "Notes from the road",
    description: "Keeps notes of visits.",
    category: "productivity",
    visibility: "hidden",
    status: "active",
  },
};

/** A payment that another member decided on. */
function rejectedPayout(now: Date): ContentRow {
  const at = now.toISOString();
  return {
    table: "approval_requests",
    row: {
      id: "apr_demo_1",
      owner_id: workshop,
      kind: "payouts",
      subgraph: "gateway",
      operation: "payContractor",
      app_id: "payroll",
      requester_kind: "user",
      requester_id: "demo-bo",
      requester_person: "demo-bo",
      summary: { amount: 450, description: "Photos" },
      amount_minor: 45_000,
      currency: "USD",
      request_hash: "demo",
      status: "rejected",
      decided_by: "demo-eve",
      decided_at: at,
      reason: "Paid in May already",
      finished_at: at,
      created_at: at,
      expires_at: later(now),
    },
  };
}

/** Makes the rows of organizations and of what they have. */
function rowMakers(now: Date) {
  const at = now.toISOString();
  const changed = { created_at: at, updated_at: at };
  const of = (id: string) => ({ owner_id: id, ...changed });
  const organization = (id: string, name: string, members: readonly [string, string][]): ContentRow[] => [
    { table: "accounts", row: { id, kind: "organization", name, created_by: members[0]![0], ...changed } },
    ...members.map(([userId, role]) => ({
      table: "account_members",
      row: { ...of(id), user_id: userId, role, added_by: members[0]![0] },
    })),
  ];
  const domain = (id: string, ownerId: string, name: string, more: object = {}) => ({
    table: "account_domains",
    row: { ...of(ownerId), id, domain: name, challenge: `demo-${id}`, added_by: "demo-eve", ...more },
  });
  const invitation = (name: string, email: string) => ({
    table: "account_invitations",
    row: {
      ...of(workshop),
      id: `inv_demo_${name}`,
      email,
      role: "member",
      token_hash: createHash("sha256").update(`inv_demo_${name}.demo-token`).digest("hex"),
      status: "pending",
      invited_by: "demo-eve",
      expires_at: later(now),
    },
  });
  const dataExport = (name: string, status: string) => ({
    table: "data_exports",
    row: {
      ...of(workshop),
      id: `dex_demo_${name}`,
      requested_by: "demo-eve",
      file_id: demoId("file", `export ${name}`),
      status,
    },
  });
  return { organization, domain, invitation, dataExport };
}

/** What the demo organization and two others have. */
export function organizationContent(now: Date): DemoContent {
  const at = now.toISOString();
  const { organization, domain, invitation, dataExport } = rowMakers(now);
  const verified = { verified_at: at, checked_at: at, check_at: later(now) };
  return {
    subgraph: "hub",
    appId: "central",
    ownerId: workshop,
    lastRow: { table: "accounts", id: "org_demo_closing" },
    steps: [],
    rows: [
      invitation("1", "gus@client.example"),
      invitation("fay", "fay@demo.example"),
      {
        table: "account_ownership_offers",
        row: {
          id: "own_demo_1",
          owner_id: workshop,
          offered_by: "demo-eve",
          user_id: "demo-pia",
          steps_down: false,
          created_at: at,
          expires_at: later(now),
        },
      },
      domain("dom_demo_1", workshop, "evergreen.example", verified),
      domain("dom_demo_pending", workshop, demoDomain.name, { challenge: demoDomain.challenge }),
      dataExport("1", "failed"),
      rejectedPayout(now),
      betaApp,
      ...organization("org_demo_guild", "Riverside Guild", [
        ["demo-bo", "owner"],
        ["demo-pia", "member"],
      ]),
      ...organization("org_demo_open", "Open Makers", [["demo-ada", "owner"]]),
      domain("dom_demo_open", "org_demo_open", "demo.example", { ...verified, auto_join_role: "member" }),
      ...organization("org_demo_closing", "Old Studio", [["demo-eve", "owner"]]),
    ],
  };
}
