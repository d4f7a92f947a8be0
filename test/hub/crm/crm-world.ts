import { newId } from "../../../src/ids.ts";
import { until } from "../../support/poll.ts";
import type { Answer, TestApp } from "../../support/app.ts";

export interface CrmOwner {
  ownerId: string;
  headers: Record<string, string>;
}

/** A new person, of the free plan or of another. */
export async function newOwner(app: TestApp, plan?: string): Promise<CrmOwner> {
  const ownerId = newId("usr");
  const headers = { authorization: `Bearer ${await app.tokenFor({ sub: ownerId })}` };
  await app.get("/auth/me", headers);
  if (plan !== undefined) await setPlan(app, ownerId, plan);
  return { ownerId, headers };
}

/** Gives an account a plan of the platform. */
export async function setPlan(app: TestApp, ownerId: string, plan: string): Promise<void> {
  await app.database.query(
    `INSERT INTO hub.entitlements (owner_id, app_id, tier) VALUES ($1, 'central', $2)
     ON CONFLICT (owner_id, app_id) DO UPDATE SET tier = EXCLUDED.tier`,
    [ownerId, plan],
  );
}

/** Adds a contact; answers it. Throws when it is refused. */
// The tests check the response's shape.
export async function addContact(
  app: TestApp,
  { headers }: CrmOwner,
  body: object,
  // oxlint-disable-next-line typescript/no-explicit-any
): Promise<any> {
  const answer = await app.post("/crm/contacts", body, headers);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.contact;
}

/** Sends a file as the body; the options go in the query. */
export async function sendCsv(app: TestApp, { headers }: CrmOwner, csv: string, query = ""): Promise<Answer> {
  const response = await app.running.router.server.inject({
    method: "POST",
    url: `/crm/contacts/import${query}`,
    headers: { "content-type": "text/csv", ...headers },
    payload: csv,
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    body: JSON.parse(response.body),
    text: response.body,
  };
}

/** The import once it has ended. */
export function finished(
  app: TestApp,
  { headers }: CrmOwner,
  importId: string,
  deadlineMs = 60_000,
): Promise<Record<string, unknown>> {
  return until(
    `the import ${importId} has ended`,
    async () => {
      const { body } = await app.get(`/crm/contact-imports/${importId}`, headers);
      return body.import.finishedAt === null ? null : body.import;
    },
    deadlineMs,
  );
}

/** Imports a file to its end; answers what came of it and the remarks on it. */
export async function importFile(app: TestApp, owner: CrmOwner, csv: string, query = "") {
  const begun = await sendCsv(app, owner, csv, query);
  if (begun.status !== 202) throw new Error(begun.text);
  const { importId } = begun.body.import as { importId: string };
  const done = await finished(app, owner, importId);
  const { body } = await app.get(`/crm/contact-imports/${importId}/remarks`, owner.headers);
  return { importId, ...done, remarks: body.remarks as Record<string, unknown>[] };
}
