import { expect } from "vitest";
import type { Answer } from "../support/app.ts";
import { illTyped } from "../support/ill-typed.ts";
import { keepPrivate } from "../support/private-numbers.ts";
import { expectedRefusal, type MatrixCaller, type Refusal } from "./matrix-principals.ts";
import type { Visit, World } from "./world.ts";

const digits = keepPrivate("418273956");
const secret = `SSN ${digits.slice(0, 3)}-${digits.slice(3, 5)}-${digits.slice(5)} public-SECRETTOKEN-77`;

/** One of each kind of refused caller; the others do not differ in anything that is checked here. */
function refusedCallers({ world, operation }: Visit): { caller: MatrixCaller; refusal: Refusal }[] {
  const { everyone, keysFor } = world.callers;
  const denied = [...everyone, ...keysFor(undefined)].flatMap((caller) => {
    const refusal = caller.kind === "bad" ? null : expectedRefusal(operation.access, caller, null);
    return refusal ? [{ caller, refusal }] : [];
  });
  return [...new Map(denied.map((one) => [`${one.caller.kind} ${one.refusal.code}`, one])).values()];
}

/**
 * GraphQL answers ill-typed values, a tax number among them, with 400 and the path of each, for callers with access, and
 * all others with their refusal, whether the values are literals or variables. No response or log line contains them.
 */
export async function refusesIllTypedValues(visit: Visit): Promise<void> {
  const { app, operation, name, headers, world } = visit;
  const logged = app.logLines.length;
  for (const { what, query, variables, paths } of illTyped(operation, secret)) {
    const where = `${name}: ${what}`;
    world.illTyped.sent += 1;
    expectFaults(await app.graphql(query, variables, headers), paths, where);
    // Literals of graphql's own types are part of the document, which is validated for everybody.
    if (what.endsWith("literals") && paths.length === 0) continue;
    for (const { caller, refusal } of refusedCallers(visit)) {
      world.illTyped.refused += 1;
      const answer = await app.graphql(query, variables, caller.headers);
      const errors = answer.body.errors as { path: string[]; extensions: { code: string } }[] | undefined;
      const text = `${where}: ${caller.name}: ${answer.text.slice(0, 300)}`;
      expect
        .soft(
          errors?.map(({ extensions }) => extensions.code),
          text,
        )
        .toEqual([refusal.code]);
      expect.soft(errors?.[0]?.path, text).toEqual([operation.rootField.name]);
      expect.soft(answer.body, text).toHaveProperty("data");
    }
  }
  const lines = app.logLines.slice(logged).join("");
  expect.soft(lines, name).not.toContain("SECRETTOKEN");
  expect.soft(lines, name).not.toContain('"level":"error"');
}

function expectFaults({ body, text }: Answer, paths: readonly string[], where: string): void {
  const error = body.errors?.[0];
  expect.soft(body.data, where).toBeUndefined();
  expect.soft(error?.extensions.http?.status, `${where}: ${text.slice(0, 300)}`).toBe(400);
  if (paths.length === 0) return;
  expect.soft(error?.extensions.code, where).toBe("VALIDATION_ERROR");
  const faults = (error?.extensions.details?.fields ?? []) as { path: string }[];
  const told = new Set(faults.map(({ path }) => path));
  // A response has at most 50 faults.
  const missing = faults.length < 50 ? paths.filter((path) => !told.has(path)) : [];
  expect.soft(missing, where).toEqual([]);
  expect.soft(text, where).not.toContain("SECRETTOKEN");
}

/** Most operations have arguments, and most refuse somebody. */
export function sentIllTypedValues({ illTyped: { sent, refused } }: World, operations: number): void {
  expect(sent).toBeGreaterThan(operations);
  expect(refused).toBeGreaterThan(operations * 0.6);
}
