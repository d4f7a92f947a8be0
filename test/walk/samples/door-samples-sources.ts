import { newId } from "../../../src/ids.ts";
import type { TestApp } from "../../support/app.ts";
import type { Sample } from "./door-samples.ts";

const fixed = (input: Record<string, unknown>) => () => Promise.resolve(input);

/** A finished run of a source without readers, so that it is the same at each door. */
const runs = new WeakMap<TestApp, Promise<{ runId: string }>>();

async function insertRun(app: TestApp): Promise<{ runId: string }> {
  const runId = newId("imp");
  await app.database.query(
    `INSERT INTO property.import_runs (id, source_id, source_dir, mode, status, phase, started_at, finished_at)
     VALUES ('${runId}', 'census-geocoder', 'sample', 'full', 'failed', 'read', now(), now())`,
  );
  return { runId };
}

export const sourceSamples: Record<string, Sample> = {
  DataSourcesStatus: { input: fixed({}) },
  SourceSyncRuns: {
    input: fixed({ sourceId: "census-geocoder" }),
    bad: { input: { sourceId: "No Source", pageSize: 0 }, paths: ["sourceId", "pageSize"] },
    as: "ada",
  },
  SourceSyncRun: {
    input: (app) => {
      const run = runs.get(app) ?? insertRun(app);
      runs.set(app, run);
      return run;
    },
    as: "ada",
  },
  // This one makes no buildings, so searches of other samples go on undisturbed.
  StartSourceSync: {
    input: fixed({ sourceId: "openfema-declarations", full: true }),
    bad: { input: { sourceId: "No Source" }, paths: ["sourceId"] },
    as: "ada",
  },
};
