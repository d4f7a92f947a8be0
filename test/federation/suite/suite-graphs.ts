import { interfaceObjects } from "./graphs/interface-objects.ts";
import { nullKeys } from "./graphs/null-keys.ts";
import { providesAbstract } from "./graphs/provides-abstract.ts";
import { requiresWithArguments } from "./graphs/requires-with-arguments.ts";
import type { SuiteGraph } from "./suite.types.ts";

/** Every graph of the suite. */
export const suiteGraphs: readonly SuiteGraph[] = [
  ...interfaceObjects,
  ...nullKeys,
  ...providesAbstract,
  ...requiresWithArguments,
];
