import { demoOrganizations } from "../../../src/demo-identities.ts";
import { newId } from "../../../src/ids.ts";
import type { TestApp } from "../../support/app.ts";
import type { Sample } from "./door-samples.ts";

const [{ id: organizationId }] = demoOrganizations as [(typeof demoOrganizations)[0]];
const asOwner = { account: organizationId, as: "eve" } as const;

/** A request of the organization that is logged. */
async function loggedRequest(app: TestApp): Promise<{ requestId: string }> {
  const requestId = newId("req");
  await app.database.query(
    `INSERT INTO hub.request_log (owner_id, id, request_id, at, door, method, path, status, duration_ms, cost_hundredths,
       principal_type, principal_id)
     VALUES ($1, $2, $3, now(), 'rest', 'GET', '/invoices', 200, 1.5, 0, 'user', 'demo-eve')`,
    [organizationId, newId("rql"), requestId],
  );
  return { requestId };
}

export const requestSamples: Record<string, Sample> = {
  ListRequests: {
    ...asOwner,
    input: () => Promise.resolve({ operation: "Nothing", limit: 1 }),
    bad: {
      input: { status: "403", operation: "", from: "yesterday", limit: 201 },
      paths: ["status", "operation", "from", "limit"],
    },
  },
  GetRequest: {
    ...asOwner,
    input: loggedRequest,
    bad: { input: { requestId: "no id" }, paths: ["requestId"] },
    foreign: "NOT_FOUND",
  },
};
