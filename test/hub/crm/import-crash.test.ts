import { afterAll, beforeAll, expect, test } from "vitest";
import { executeSql } from "../../../src/db/sql.ts";
import { inTransaction } from "../../../src/db/transaction.ts";
import { newId } from "../../../src/ids.ts";
import { runImport } from "../../../subgraphs/hub/crm/imports/import-run.service.ts";
import { insertImport } from "../../../subgraphs/hub/crm/imports/import.rows.ts";
import { dieAt, watchStatements } from "../../support/crash.ts";
import { createKeyOwner } from "../api-keys/key-owners.ts";
import { createHubApp, type HubApp } from "../support/hub-app.ts";

let app: HubApp;
let stopWatching: () => void;
beforeAll(async () => {
  app = await createHubApp();
  stopWatching = await watchStatements(app.contextFor(null).em);
});
afterAll(async () => {
  stopWatching?.();
  await app?.close();
});

const batchRows = 4;
/** Three batches; the second one with a duplicate and an empty row, the third with an opt-out. */
const file = [
  "email,firstName,emailConsent",
  ...[0, 1, 2, 3, 4].map((index) => `c${index}@crash.example,Name ${index},subscribed`),
  "c4@crash.example,Other,",
  "nobody,,",
  ...[7, 8].map((index) => `c${index}@crash.example,Name ${index},`),
  "c9@crash.example,,unsubscribed",
].join("\n");

async function newImport(): Promise<{ ownerId: string; importId: string }> {
  const { ownerId } = await createKeyOwner(app, {});
  const importId = newId("imp");
  const row = { id: importId, ownerId, filename: "crash.csv", sha256: "x", totalRows: 10, now: new Date() };
  const options = { country: "US", tags: [], consentSource: "import" };
  await inTransaction(app.contextFor(ownerId), (em) => insertImport(em, row, { options, content: file }));
  return { ownerId, importId };
}

async function stateOf({ ownerId, importId }: { ownerId: string; importId: string }) {
  const [state] = await app.database.query(
    `SELECT i.status, i.done_rows AS done, i.created_rows AS created, i.updated_rows AS updated,
       i.rejected_rows AS rejected,
       (SELECT count(*)::int FROM hub.crm_contacts WHERE owner_id = $1) AS contacts,
       (SELECT live FROM hub.crm_contact_counts WHERE owner_id = $1) AS counted,
       (SELECT count(*)::int FROM hub.crm_consents WHERE owner_id = $1) AS consents,
       (SELECT count(*)::int FROM hub.crm_suppressions WHERE owner_id = $1) AS suppressions,
       (SELECT count(*)::int FROM hub.crm_import_remarks WHERE owner_id = $1) AS remarks,
       (SELECT count(*)::int FROM hub.crm_import_files WHERE owner_id = $1) AS files
     FROM hub.crm_imports i WHERE i.id = $2`,
    [ownerId, importId],
  );
  return state;
}

const whole = {
  status: "completed",
  done: 10,
  created: 8,
  updated: 1,
  rejected: 1,
  contacts: 8,
  counted: 8,
  consents: 6,
  suppressions: 1,
  remarks: 1,
  files: 0,
};

test("an import whose process dies at any statement is continued, and loses and doubles nothing", async () => {
  let survived = false;
  let resumedBehindRows = 0;
  for (let at = 1; !survived; at += 3) {
    for (const isDone of [false, true]) {
      const started = await newImport();
      const run = () => runImport(app.contextFor(null), started.importId, { batchRows });
      const { hasDied } = await dieAt({ at, isDone }, run);
      survived ||= !hasDied;
      const between = (await stateOf(started))! as { done: number; contacts: number; status: string };
      // Never a part of a batch.
      expect([0, 4, 8, 10]).toContain(between.done);
      expect(between.contacts).toBe({ 0: 0, 4: 4, 8: 6, 10: 8 }[between.done]);
      if (between.done > 0 && between.status === "running") resumedBehindRows++;
      await run();
      expect(await stateOf(started), `died at statement ${at}${isDone ? ", which was done" : ""}`).toEqual(
        whole,
      );
    }
  }
  expect(resumedBehindRows).toBeGreaterThan(5);
});

test("several workers with the same import apply each row once", async () => {
  for (let round = 0; round < 5; round++) {
    const started = await newImport();
    // Opens the connections first, so that all runs begin at once.
    const { em } = app.contextFor(null);
    await Promise.all([1, 2, 3].map(() => executeSql(em.fork(), "SELECT pg_sleep(0.05)")));
    const run = () => runImport(app.contextFor(null), started.importId, { batchRows: 1 });
    await Promise.all([run(), run(), run()]);
    await run();
    expect(await stateOf(started)).toEqual(whole);
  }
});
