/** Runs a job that never ends, and reports when it has started. */
import { pino } from "pino";
import { z } from "zod";
import { defineJob } from "../../src/jobs/define-job.ts";
import { enqueue } from "../../src/jobs/enqueue.ts";
import { startJobs } from "../../src/jobs/jobs.ts";
import { openNotes } from "../db/notes-database.ts";

const url = process.argv[2] as string;
const job = defineJob({
  name: "deadly",
  schema: z.object({ text: z.string() }),
  retry: { limit: 3, delaySeconds: 1 },
  handler: async () => {
    process.stdout.write("begun\n");
    await new Promise(() => {});
  },
});
const database = await openNotes(url);
await startJobs({
  url,
  databases: [database],
  jobs: [job],
  work: true,
  context: null,
  log: pino({ level: "silent" }),
});
await enqueue(database.fork(), job, { text: "deadly" });
