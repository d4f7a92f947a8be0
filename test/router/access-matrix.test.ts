import { readFileSync } from "node:fs";
import {
  buildSchema,
  getNamedType,
  isCompositeType,
  parse,
  Kind,
  type GraphQLObjectType,
  type ObjectTypeDefinitionNode,
} from "graphql";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { StoredOperation } from "../../router/operations/registry.ts";
import { readSupergraphFacts } from "../../router/schema/supergraph-facts.ts";
import { projectPath } from "../../src/project-root.ts";
import { createTestApp, type TestApp } from "../support/app.ts";
import { settled } from "../support/processor.ts";
import { changesOf } from "../support/table-states.ts";
import { viaGraphql, viaRest, viaTool, type Outcome } from "../walk/door-calls.ts";
import { callerOf, samples } from "../walk/samples/door-samples.ts";
import {
  createLimitedTokens,
  createMatrixCallers,
  expectedRefusal,
  limitedToken,
  scopesOf,
  type MatrixCaller,
  type Refusal,
} from "../walk/matrix-callers.ts";
import { rootDocuments, type RootDocument } from "./root-documents.ts";

// Each of these tests goes through every operation.
vi.setConfig({ testTimeout: 300_000 });

/**
 * Every operation of the registry with every kind of caller. What must come out is calculated from the access facts of
 * the composed graph by `expectedRefusal`, which shares no code with the rules.
 */
let app: TestApp;
let callers: MatrixCaller[];
beforeAll(async () => {
  app = await createTestApp();
  callers = await createMatrixCallers(app);
});
afterAll(() => app?.close());

const operations = () => [...app.running.router.registry.values()];
const namedAppOf = ({ row, access }: StoredOperation) =>
  row.rest?.needsApp ? (access.app ?? "central") : null;

function headersOf(caller: MatrixCaller, operation: StoredOperation) {
  const namedApp = namedAppOf(operation);
  return namedApp === null ? caller.headers : { ...caller.headers, "x-app-id": namedApp };
}

function expectRefusal(outcome: Outcome, refusal: Refusal, what: string): void {
  const { reason, requiredScope, status, code } = refusal;
  const details = { ...(reason ? { reason } : {}), ...(requiredScope ? { requiredScope } : {}) };
  expect.soft(outcome, what).toMatchObject({ status, body: { code, details } });
}

describe("every operation with every caller", () => {
  test("refuses exactly those whom its access facts refuse, before it looks at the input", async () => {
    // A row of a panel alone has the graph's door, where input is judged before anybody is let in.
    for (const operation of operations().filter(({ row }) => row.rest ?? row.tool)) {
      const door = operation.row.rest ? viaRest(app) : viaTool(app);
      // Nobody can send this without a fault, so who is let in has no effect.
      const parameters = [...(operation.row.rest?.path ?? "").matchAll(/\{(\w+)\}/g)].map(([, name]) => [
        name!,
        "x",
      ]);
      const input = { ...Object.fromEntries(parameters), noSuchField: "x" };
      const validated = vi.spyOn(operation, "validateInput");
      const outcomes = await Promise.all(
        callers.map((caller) => door(operation, input, headersOf(caller, operation))),
      );
      const admitted = callers.filter(
        (caller) => !expectedRefusal(operation.access, caller, namedAppOf(operation)),
      );
      expect.soft(validated.mock.calls.length, `${operation.row.name}: validations`).toBe(admitted.length);
      validated.mockRestore();
      callers.forEach((caller, index) => {
        const what = `${operation.row.name}: ${caller.name}`;
        const refusal = expectedRefusal(operation.access, caller, namedAppOf(operation));
        if (refusal) expectRefusal(outcomes[index]!, refusal, what);
        else {
          const { status, body } = outcomes[index]!;
          // A signed body is judged by its signature, or taken for what it is.
          const codes = operation.row.rest?.rawBody
            ? ["INVALID_SIGNATURE", "INVALID_JSON"]
            : ["VALIDATION_ERROR"];
          expect.soft(status, what).toBe(400);
          expect.soft(codes, what).toContain(body["code"]);
        }
      });
    }
  });

  test("refuses them as cheaply when the input is large", async () => {
    const asked = [
      callers.find(({ kind }) => kind === "nobody")!,
      callers.find(({ kind, scopes }) => kind === "key" && scopes!.length === 0)!,
    ];
    const large = { noSuchField: "x".repeat(30_000), many: Array.from({ length: 6_000 }, () => "x") };
    for (const operation of operations()) {
      const { rest, tool } = operation.row;
      const takesBody = rest && !rest.rawBody && rest.method !== "GET" && rest.method !== "DELETE";
      const doors = [...(takesBody ? [viaRest(app)] : []), ...(tool ? [viaTool(app)] : [])];
      const parameters = [...(rest?.path ?? "").matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, "x"]);
      const input = { ...Object.fromEntries(parameters), ...large };
      const validated = vi.spyOn(operation, "validateInput");
      for (const caller of asked) {
        const refusal = expectedRefusal(operation.access, caller, namedAppOf(operation));
        if (!refusal) continue;
        for (const door of doors)
          expectRefusal(
            await door(operation, input, headersOf(caller, operation)),
            refusal,
            operation.row.name,
          );
      }
      expect.soft(validated, operation.row.name).not.toHaveBeenCalled();
      validated.mockRestore();
    }
  });

  test("refuses them in the graph as well, with input that is good, and nothing changes", async () => {
    const asked = callers.filter(
      ({ kind, scopes }) => kind !== "bad" && (kind !== "key" || scopes!.length !== 1),
    );
    const [anyScope] = callers.filter(({ kind, scopes }) => kind === "key" && scopes!.length === 1);
    const eve = await app.as("eve");
    for (const operation of operations()) {
      const { name } = operation.row;
      const sample = samples[name];
      if (!sample) throw new Error(`${name} has no sample in door-samples.ts`);
      const input = await sample.input(app, await callerOf(app, name, eve));
      const refused = [...asked, anyScope!].flatMap((caller) => {
        const refusal = expectedRefusal(operation.access, caller, namedAppOf(operation));
        return refusal ? [{ caller, refusal }] : [];
      });
      await settled(app);
      const changes = await changesOf(app.database, async () => {
        for (const { caller, refusal } of refused) {
          const headers = headersOf(caller, operation);
          expectRefusal(
            await viaGraphql(app)(operation, input, headers),
            refusal,
            `${name}: ${caller.name} by GraphQL`,
          );
          if (operation.row.tool)
            expectRefusal(
              await viaTool(app)(operation, input, headers),
              refusal,
              `${name}: ${caller.name} by tool`,
            );
        }
      });
      expect.soft(changes, `${name}: a refused call changes nothing`).toBeNull();
    }
  });

  test("knows every kind of access that operations ask for", () => {
    const known = ["public", "caller", "user", "holder", "payer", "admin"];
    expect(operations().filter(({ access }) => !known.includes(access.auth!))).toEqual([]);
  });
});

describe("every root field with tokens that are limited to their scopes", () => {
  const facts = readSupergraphFacts(readFileSync(projectPath("schema", "supergraph.graphql"), "utf8"));

  /** The refusal of each token that the field's facts refuse, and of none else. */
  async function expectAdmission(document: RootDocument, tokens: readonly MatrixCaller[]): Promise<void> {
    const { kind, coordinate, typeName, fieldName, text } = document;
    const access = facts.accessOf(typeName, fieldName)!;
    for (const caller of tokens) {
      const refusal = expectedRefusal(access, caller, null);
      // An admitted subscription would stay open.
      if (kind === "subscription" && !refusal) continue;
      const accept: Record<string, string> = kind === "subscription" ? { accept: "text/event-stream" } : {};
      const { text: answer } = await app.graphql(text, {}, { ...caller.headers, ...accept });
      const what = `${coordinate}: ${caller.name}: ${answer.slice(0, 300)}`;
      if (refusal) {
        expect.soft(answer, what).toContain('"FORBIDDEN"');
        expect.soft(answer, what).toContain(`"reason":"${refusal.reason}"`);
      } else expect.soft(answer, what).not.toMatch(/"(scope_missing|full_token_required)"|"UNAUTHORIZED"/);
      expect.soft(answer, what).not.toContain("INTERNAL_ERROR");
    }
  }

  test("admits each token exactly where the schema says so", async () => {
    const documents = rootDocuments(buildSchema((await app.get("/schema.graphql")).text));
    expect(documents.length).toBeGreaterThan(400);
    const limited = await createLimitedTokens(app);
    const scopes = scopesOf(app);
    // That all other scopes together do not open a field says the same of each of them.
    const byScope = new Map<string, MatrixCaller[]>();
    for (const scope of scopes) {
      const others = scopes.filter((other) => other !== scope).join(" ");
      byScope.set(scope, [
        await limitedToken(app, { name: `a token with ${scope}`, sub: "demo-ada", scope }),
        await limitedToken(app, { name: `a token with all but ${scope}`, sub: "demo-ada", scope: others }),
      ]);
    }
    for (const document of documents) {
      const { scope } = facts.accessOf(document.typeName, document.fieldName)!;
      await expectAdmission(document, scope ? [limited[0]!, ...byScope.get(scope)!] : limited);
    }
  });

  test("leads from the person to nothing that another feature keeps, without its scope", async () => {
    const fields = Object.values(
      (buildSchema((await app.get("/schema.graphql")).text).getType("User") as GraphQLObjectType).getFields(),
    );
    const [nothing] = await createLimitedTokens(app);
    for (const field of fields) {
      const selection = isCompositeType(getNamedType(field.type)) ? " { __typename }" : "";
      const { body } = await app.graphql(`{ me { ${field.name}${selection} } }`, {}, nothing!.headers);
      const refusal = expectedRefusal(facts.accessOf("User", field.name)!, nothing!, null);
      const reason = body.errors?.[0]?.extensions?.details?.reason as string | undefined;
      expect.soft(reason, `User.${field.name}`).toBe(refusal?.reason);
    }
    expect(fields.some(({ name }) => expectedRefusal(facts.accessOf("User", name)!, nothing!, null))).toBe(
      true,
    );
  });
});

describe("what the platform keeps to itself", () => {
  const sdl = parse(readFileSync(projectPath("schema", "supergraph.graphql"), "utf8"));
  const roots = sdl.definitions.filter(
    (node): node is ObjectTypeDefinitionNode =>
      node.kind === Kind.OBJECT_TYPE_DEFINITION && ["Query", "Mutation"].includes(node.name.value),
  );
  const hidden = roots.flatMap((root) =>
    (root.fields ?? [])
      .filter((field) => field.directives?.some(({ name }) => name.value === "inaccessible"))
      .map((field) => `${root.name.value === "Query" ? "query" : "mutation"} { ${field.name.value} }`),
  );

  test("has fields", () => expect(hidden.length).toBeGreaterThan(2));

  test.each([...hidden, "{ _service { sdl } }", "{ _entities(representations: []) { __typename } }"])(
    "does not exist at the door of GraphQL, for an admin either: %s",
    async (document) => {
      const { body } = await app.graphql(document, {}, await app.as("ada"));
      expect(body.data).toBeUndefined();
      expect(body.errors[0].extensions.code).toBe("GRAPHQL_VALIDATION_FAILED");
      expect(body.errors[0].message).toMatch(/^Cannot query field/);
    },
  );

  test("is run by no stored operation", () => {
    const names = new Set(hidden.map((document) => document.split(" ")[2]));
    expect(operations().filter(({ rootField }) => names.has(rootField.name))).toEqual([]);
  });
});
