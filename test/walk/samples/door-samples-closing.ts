import type { TestApp } from "../../support/app.ts";
import type { Sample } from "./door-samples.ts";

const organizationId = "org_closing_sample";
const name = "Closing Sample";
const asOwner = { account: organizationId, as: "eve" } as const;

/** An organization of Eve's that only these samples close. */
async function ownOrganization(app: TestApp): Promise<void> {
  await app.database.query(
    `WITH made AS (
       INSERT INTO hub.accounts (id, kind, name, created_by, created_at, updated_at)
       VALUES ($1, 'organization', $2, 'demo-eve', now(), now()) ON CONFLICT DO NOTHING RETURNING id)
     INSERT INTO hub.account_members (owner_id, user_id, role, added_by, created_at, updated_at)
     SELECT id, 'demo-eve', 'owner', 'demo-eve', now(), now() FROM made`,
    [organizationId, name],
  );
}

export const closingSamples: Record<string, Sample> = {
  AccountClosure: {
    ...asOwner,
    input: async (app) => {
      await ownOrganization(app);
      return {};
    },
  },
  CloseOrganization: {
    ...asOwner,
    input: async (app) => {
      await ownOrganization(app);
      return { name };
    },
    bad: { input: { name: " " }, paths: ["name"] },
  },
  ReopenOrganization: {
    ...asOwner,
    input: async (app) => {
      await ownOrganization(app);
      return {};
    },
  },
};
