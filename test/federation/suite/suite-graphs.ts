import { abstractTypes } from "./graphs/abstract-types.ts";
import { interfaceObjects } from "./graphs/interface-objects.ts";
import { keys } from "./graphs/keys.ts";
import { nullKeys } from "./graphs/null-keys.ts";
import { overrides } from "./graphs/overrides.ts";
import { providesAbstract } from "./graphs/provides-abstract.ts";
import { requiresNestedArguments } from "./graphs/requires-nested-arguments.ts";
import { requiresWithArguments } from "./graphs/requires-with-arguments.ts";
import { requires } from "./graphs/requires.ts";
import { roots } from "./graphs/roots.ts";
import { unions } from "./graphs/unions.ts";
import { visibility } from "./graphs/visibility.ts";
import type { SuiteGraph } from "./suite.types.ts";

/** Every graph of the suite. */
export const suiteGraphs: readonly SuiteGraph[] = [
  ...abstractTypes,
  ...interfaceObjects,
  ...keys,
  ...nullKeys,
  ...overrides,
  ...providesAbstract,
  ...requiresNestedArguments,
  ...requiresWithArguments,
  ...requires,
  ...roots,
  ...unions,
  ...visibility,
];
