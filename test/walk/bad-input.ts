import { expect } from "vitest";
import { compareDoors, theSame } from "./compare-doors.ts";
import { atRest, expectDocumented } from "./documented.ts";
import { doorsOf, viaRest, viaTool } from "./door-calls.ts";
import {
  edgeDates,
  edgeTexts,
  impossibleDates,
  textFields,
  withValue,
  type InputField,
} from "./hostile-fields.ts";
import { pathInput } from "./refusals.ts";
import type { Input, Visit } from "./world.ts";

interface FieldFault {
  path: string;
  rule: string;
}

const faultsOf = (body: Record<string, unknown>): FieldFault[] =>
  (body["details"] as { fields?: FieldFault[] } | undefined)?.fields ?? [];

/** Bad input is refused alike at every door, with all of its faults at once, and as documented. */
export async function refusesBadInput(visit: Visit): Promise<void> {
  const { app, name, headers, sample, operation } = visit;
  if (!sample.bad) {
    if (operation.row.rest)
      expectDocumented(
        visit,
        await viaRest(app)(operation, { ...pathInput(operation), nothing: "known" }, headers),
      );
    return;
  }
  const { input, paths } = sample.bad;
  const bad = { ...visit, input };
  const atDoors = await compareDoors(bad, theSame(bad, headers));
  const { outcome } = atDoors.at(-1)!;
  expect.soft(outcome, name).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
  expect
    .soft(
      faultsOf(outcome.body)
        .map(({ path }) => path)
        .sort(),
      name,
    )
    .toEqual([...paths].sort());
  const rest = atRest(atDoors);
  if (rest) expectDocumented(visit, rest);
}

/** The most faults that one answer lists. */
const mostFaults = 50;

/** Ill-formed text is refused in every field, at every door. */
export async function refusesIllFormedText(visit: Visit): Promise<void> {
  const { app, operation, name, headers, input } = visit;
  const { rest } = operation.row;
  const fields = textFields(operation).filter(
    ({ path: [first] }) =>
      !rest?.path.includes(`{${first}}`) && !rest?.queryParameters?.includes(String(first)),
  );
  // A signed body must stay unchanged, byte for byte.
  if (fields.length === 0 || rest?.rawBody) return;
  for (let from = 0; from < fields.length; from += mostFaults) {
    const some = fields.slice(from, from + mostFaults);
    const given = withAll(input, some, "a\ud800b");
    for (const [door, send] of doorsOf(app, operation)) {
      // A query has no form for half of a surrogate pair, but for bytes that are not UTF-8.
      if (door === "rest" && ["GET", "DELETE"].includes(rest!.method)) continue;
      const { status, body } = await send(operation, given, headers);
      expectFaults(`${name} by ${door}`, { status, body }, some, "characters");
    }
  }
}

/** Dates that arithmetic cannot bear are refused in every field. */
export async function refusesImpossibleDates(visit: Visit): Promise<void> {
  const { operation, name } = visit;
  if (operation.row.rest?.rawBody) return;
  for (const [format, values] of Object.entries(impossibleDates)) {
    const fields = textFields(operation).filter(({ schema }) => schema["format"] === format);
    if (fields.length === 0) continue;
    for (const value of values)
      expectFaults(
        `${name} with ${value}`,
        await call(visit, withAll(visit.input, fields, value)),
        fields,
        "format",
      );
  }
}

/** The outermost dates and periods that are well formed are handled: accepted, or refused for a reason. */
export async function handlesEdgeDates(visit: Visit): Promise<void> {
  const { operation, name, input } = visit;
  if (operation.row.rest?.rawBody) return;
  for (const { path, schema } of textFields(operation)) {
    const pattern = String(schema["pattern"]);
    const texts = /^\^.*\\d/.test(pattern)
      ? edgeTexts.filter((text) => new RegExp(pattern, "u").test(text))
      : [];
    for (const value of [...(edgeDates[String(schema["format"])] ?? []), ...texts]) {
      const { status, body } = await call(visit, withValue(input, path, value));
      const what = `${name}: ${path.join(".")} = ${value}: ${JSON.stringify(body).slice(0, 200)}`;
      expect.soft(status, what).toBeLessThan(500);
    }
  }
}

function call({ app, operation, headers }: Visit, input: Input) {
  return (operation.row.rest ? viaRest(app) : viaTool(app))(operation, input, headers);
}

const withAll = (input: Input, fields: readonly InputField[], value: string): Input =>
  fields.reduce((given, { path }) => withValue(given, path, value), input);

function expectFaults(
  what: string,
  { status, body }: { status: number; body: Record<string, unknown> },
  fields: readonly InputField[],
  rule: string,
): void {
  const where = `${what}: ${JSON.stringify(body).slice(0, 300)}`;
  expect.soft(status, where).toBe(400);
  for (const { path } of fields)
    expect
      .soft(faultsOf(body), where)
      .toContainEqual(expect.objectContaining({ path: path.join("."), rule }));
}
