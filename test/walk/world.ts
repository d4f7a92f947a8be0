import type { StoredOperation } from "../../router/operations/registry.ts";
import { createTestApp, type TestApp } from "../support/app.ts";
import { createAnswerSchemas, type AnswerSchemas } from "./answer-schemas.ts";
import type { Headers } from "./door-calls.ts";
import { createMatrixCallers, scopesOf, type MatrixCallers } from "./matrix-principals.ts";
import { createMatrixMembers, type MatrixMembers } from "./members.ts";
import { callerOf, samples, type Sample } from "./samples/door-samples.ts";

export type Input = Record<string, unknown>;

/** Shared by all visits of one walk: the platform, and all principals. */
export interface World {
  app: TestApp;
  /** Owner of the samples' objects. */
  eve: Headers;
  /** Another tenant, with a token, and with a key of his account that has all scopes. */
  bo: Headers;
  boKey: Headers;
  /** A key of Eve's account with all scopes. */
  fullKey: Headers;
  callers: MatrixCallers;
  members: MatrixMembers;
  answerSchemas: AnswerSchemas;
  operations: readonly StoredOperation[];
  /** Ids of Eve's things, by operation, and secrets that were returned once. */
  ids: Map<string, Input>;
  secrets: string[];
  /** How many documents with ill-typed values were sent by callers with access, and by others. */
  illTyped: { sent: number; refused: number };
}

/** One operation on the walk, with what its sample has made. */
export interface Visit {
  world: World;
  app: TestApp;
  operation: StoredOperation;
  name: string;
  sample: Sample;
  /** A principal that may call it. */
  headers: Headers;
  /** Made once. It stays good as long as no call succeeds that uses it up. */
  input: Input;
  /** Makes the input of one more call. */
  make(): Promise<Input>;
}

export async function createWorld(): Promise<World> {
  const app = await createTestApp();
  // Read hundreds of times here, and never by the platform.
  for (const schema of ["hub", "property", "gateway"])
    await app.database.query(`CREATE INDEX ON ${schema}.audit_log (request_id)`);
  const [eve, bo] = await Promise.all([app.as("eve"), app.as("bo")]);
  const scopes = scopesOf(app).filter((scope) => !scope.endsWith(":api-keys"));
  const callers = await createMatrixCallers(app);
  // A person's first call makes their account.
  await Promise.all(callers.everyone.map(({ headers }) => app.get("/auth/me", headers)));
  const made = await app.post("/api-keys", { name: "walk", scopes }, bo);
  return {
    app,
    eve,
    bo,
    boKey: { "x-api-key": made.body.key as string },
    fullKey: app.withKey("full"),
    callers,
    members: await createMatrixMembers(app, eve, scopes),
    answerSchemas: createAnswerSchemas((await app.get("/openapi.json")).body),
    operations: [...app.running.router.registry.values()],
    ids: new Map(),
    secrets: [],
    illTyped: { sent: 0, refused: 0 },
  };
}

/** Makes what an operation's sample needs. */
export async function startVisit(world: World, name: string): Promise<Visit> {
  const { app } = world;
  const operation = world.operations.find(({ row }) => row.name === name)!;
  const sample = samples[name];
  if (!sample) throw new Error(`${name} has no sample: add one to test/walk/samples/`);
  // A key with every scope, or a person where keys are not enough.
  const isForKeys = operation.access.auth === "caller" || operation.access.auth === "public";
  const headers = await callerOf(app, name, isForKeys ? world.fullKey : world.eve);
  if (sample.as) await app.get("/auth/me", headers);
  const make = () => sample.input(app, headers);
  const input = await make();
  world.ids.set(name, input);
  return { world, app, operation, name, sample, headers, input, make };
}
