import { createTestApp, type TestApp } from "./app.ts";
import { refuseUndocumentedEvents } from "./event-schemas.ts";
import { refuseLeaksOf } from "./private-numbers.ts";

let opened: Promise<TestApp> | null = null;

/**
 * The platform that test files of one process share: a start of it takes longer than the tests of many files. For files whose
 * tests read and write the rows of accounts that they make, and change nothing that other accounts see: no switch of a stand-in,
 * no spy, no trigger, no row of the demo's accounts. Its log and its counts are those of all these files. It ends with the process.
 */
export async function openSharedApp(): Promise<TestApp> {
  const app = await (opened ??= createTestApp());
  return {
    ...app,
    close: async () => {
      await refuseLeaksOf(app);
      await refuseUndocumentedEvents(app.database);
    },
  };
}
