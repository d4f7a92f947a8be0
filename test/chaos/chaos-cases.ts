import { clientCases } from "./cases/clients.cases.ts";
import { databaseCases } from "./cases/database.cases.ts";
import { partCases } from "./cases/parts.cases.ts";
import { processCases } from "./cases/processes.cases.ts";
import { timeCases } from "./cases/time.cases.ts";
import type { ChaosCase } from "./chaos.types.ts";

/** All fault scenarios, in the order in which they run. */
export const chaosCases: readonly ChaosCase[] = [
  ...processCases,
  ...databaseCases,
  ...partCases,
  ...clientCases,
  ...timeCases,
];
