import { createTestApp, type TestApp } from "./app.ts";
import { refuseUndocumentedEvents, type ComparedEvents } from "./event-schemas.ts";
import { refuseLeaksOf } from "./private-numbers.ts";
import { createTwins, type Twins } from "./twins.ts";

export type TwinApp = TestApp & Twins;

let opened: Promise<TestApp> | null = null;
const compared: ComparedEvents = new Map();

/**
 * The platform that test files of one process share: a start of it takes longer than the tests of many files. For files whose
 * tests read and write the rows of accounts that they make, and leave nothing that other accounts see: no stand-in that is switched,
 * no spy, no trigger, no row of the demo's accounts. Its log starts with the file; its counts are those of all these files. It
 * ends with the process.
 */
export async function openSharedApp(): Promise<TestApp> {
  const app = await (opened ??= createTestApp());
  app.logLines.length = 0;
  return {
    ...app,
    close: async () => {
      await refuseLeaksOf(app);
      await refuseUndocumentedEvents(app.database, compared);
    },
  };
}

/**
 * The shared platform for files that change rows of the demo's accounts: `as` and `withKey` are of twins of theirs, new accounts
 * of this file with the same plan, roles, credits and keys. Twins have no payment at the processor, and belong to no organization.
 */
export async function openSharedAppWithTwins(): Promise<TwinApp> {
  const app = await openSharedApp();
  return { ...app, ...(await createTwins(app)) };
}
