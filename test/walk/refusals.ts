import { expect, vi } from "vitest";
import type { StoredOperation } from "../../router/operations/registry.ts";
import { compareDoors, theSame } from "./compare-doors.ts";
import { atRest, expectDocumented } from "./documented.ts";
import { viaGraphql, viaRest, viaTool, type Headers, type Outcome } from "./door-calls.ts";
import { expectedRefusal, type MatrixCaller, type Refusal } from "./matrix-principals.ts";
import type { Visit } from "./world.ts";

/** The app that calls of an operation name, where they must name one. */
export const namedAppOf = ({ row, access }: StoredOperation): string | null =>
  row.rest?.needsApp ? (access.app ?? "central") : null;

function headersOf(caller: MatrixCaller, operation: StoredOperation): Headers {
  const namedApp = namedAppOf(operation);
  return namedApp === null ? caller.headers : { ...caller.headers, "x-app-id": namedApp };
}

function expectRefusal(outcome: Outcome, refusal: Refusal, what: string): void {
  const { reason, requiredScope, status, code } = refusal;
  const details = { ...(reason ? { reason } : {}), ...(requiredScope ? { requiredScope } : {}) };
  expect.soft(outcome, what).toMatchObject({ status, body: { code, details } });
}

const callersOf = async ({ world: { callers }, operation: { access } }: Visit): Promise<MatrixCaller[]> => [
  ...callers.everyone,
  ...callers.keysFor(access.scope),
  ...(await callers.tokensFor(access.scope)),
];

const refusalOf = ({ operation }: Visit, caller: MatrixCaller) =>
  expectedRefusal(operation.access, caller, namedAppOf(operation));

/** Path parameters, which a path cannot be without. */
export const pathInput = ({ row }: StoredOperation) =>
  Object.fromEntries([...(row.rest?.path ?? "").matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, "x"]));

/**
 * REST or the tool rejects exactly the principals that the operation's access facts reject, before the input is
 * checked. `expectedRefusal` computes the expected result, and shares no code with the rules.
 */
export async function refusesByAccess(visit: Visit): Promise<void> {
  const { app, operation, name } = visit;
  // A row without REST and tool has the GraphQL door only, where input is validated before access.
  if (!operation.row.rest && !operation.row.tool) return;
  const door = operation.row.rest ? viaRest(app) : viaTool(app);
  // This input is always invalid, so an admitted call has no effect.
  const input = { ...pathInput(operation), noSuchField: "x" };
  const callers = await callersOf(visit);
  const validated = vi.spyOn(operation, "validateInput");
  const outcomes = await Promise.all(
    callers.map((caller) => door(operation, input, headersOf(caller, operation))),
  );
  const admitted = callers.filter((caller) => !refusalOf(visit, caller));
  expect.soft(validated.mock.calls.length, `${name}: validations`).toBe(admitted.length);
  validated.mockRestore();
  callers.forEach((caller, index) => {
    const outcome = outcomes[index]!;
    const what = `${name}: ${caller.name}`;
    const refusal = refusalOf(visit, caller);
    if (refusal) return expectRefusal(outcome, refusal, what);
    // A raw body is checked by its signature, or parsed as it is.
    const codes = operation.row.rest?.rawBody ? ["INVALID_SIGNATURE", "INVALID_JSON"] : ["VALIDATION_ERROR"];
    expect.soft(outcome.status, what).toBe(400);
    expect.soft(codes, what).toContain(outcome.body["code"]);
  });
}

const large = { noSuchField: "x".repeat(30_000), many: Array.from({ length: 6_000 }, () => "x") };

/** A rejected principal is rejected at the same cost with a large input: it is not validated. */
export async function refusesBeforeLargeInput(visit: Visit): Promise<void> {
  const { app, operation, name, world } = visit;
  const { rest, tool } = operation.row;
  const takesBody = rest && !rest.rawBody && rest.method !== "GET" && rest.method !== "DELETE";
  const doors = [...(takesBody ? [viaRest(app)] : []), ...(tool ? [viaTool(app)] : [])];
  const input = { ...pathInput(operation), ...large };
  const validated = vi.spyOn(operation, "validateInput");
  const asked = [
    world.callers.everyone.find(({ kind }) => kind === "nobody")!,
    world.callers.keysFor(undefined)[0]!,
  ];
  for (const caller of asked) {
    const refusal = refusalOf(visit, caller);
    if (!refusal) continue;
    for (const door of doors)
      expectRefusal(await door(operation, input, headersOf(caller, operation)), refusal, name);
  }
  expect.soft(validated, name).not.toHaveBeenCalled();
  validated.mockRestore();
}

/** Whom another guarantee sends with good input: `refusesAlike` through every door. */
const sentElsewhere: ReadonlySet<MatrixCaller["kind"]> = new Set(["bad", "nobody"]);

/** The graph and the tool refuse the same callers, with input that is good. */
export async function refusesGoodInput(visit: Visit): Promise<void> {
  const { app, operation, name, input } = visit;
  const refused = (await callersOf(visit)).flatMap((caller) => {
    const refusal = sentElsewhere.has(caller.kind) ? null : refusalOf(visit, caller);
    return refusal ? [{ caller, refusal }] : [];
  });
  const doors = [
    ["GraphQL", viaGraphql(app)] as const,
    ...(operation.row.tool ? [["tool", viaTool(app)] as const] : []),
  ];
  for (const [door, send] of doors) {
    const outcomes = await Promise.all(
      refused.map(({ caller }) => send(operation, input, headersOf(caller, operation))),
    );
    refused.forEach(({ caller, refusal }, index) =>
      expectRefusal(outcomes[index]!, refusal, `${name}: ${caller.name} by ${door}`),
    );
  }
}

/** Scopes of the demo key `reader`. */
const readerScopes = new Set(["read:invoices", "read:properties"]);

/** Without a credential, and with a key that lacks the scope, every door refuses alike. */
export async function refusesAlike(visit: Visit): Promise<void> {
  const { world, operation, name } = visit;
  const { auth, scope } = operation.access;
  if (auth !== "public") {
    const atDoors = await compareDoors(visit, theSame(visit, {}));
    expect
      .soft(atDoors.at(-1)!.outcome, name)
      .toMatchObject({ status: 401, body: { code: "MISSING_TOKEN" } });
    const rest = atRest(atDoors);
    if (rest) expectDocumented(visit, rest);
  }
  if (!scope || readerScopes.has(scope)) return;
  const { outcome } = (await compareDoors(visit, theSame(visit, world.app.withKey("reader")))).at(-1)!;
  const refusal = { code: "FORBIDDEN", details: { requiredScope: scope } };
  expect.soft(outcome, name).toMatchObject({ status: 403, body: refusal });
}
