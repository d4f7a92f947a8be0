import { expect } from "vitest";
import { expectSafe, isPublic, keepingOf } from "./answer-headers.ts";
import type { AtDoor } from "./compare-doors.ts";
import type { Outcome } from "./door-calls.ts";
import type { Visit } from "./world.ts";

/** A REST response matches the OpenAPI document, without undocumented fields, and has the expected caching. */
export function expectDocumented({ world, operation, name }: Visit, outcome: Outcome): void {
  const what = `${name}: ${outcome.status} ${JSON.stringify(outcome.body)}`;
  expect.soft(world.answerSchemas.faultsOf(operation, outcome), what).toBeNull();
  const refused = isPublic(operation) ? "anybody" : "nobody";
  expectSafe(outcome.headers, what, outcome.status < 300 ? keepingOf(operation) : refused);
}

/** The outcome at REST, where the operation has that door. */
export const atRest = (atDoors: readonly AtDoor[]): Outcome | undefined =>
  atDoors.find(({ door }) => door === "rest")?.outcome;
