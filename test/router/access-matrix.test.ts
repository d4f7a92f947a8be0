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
import { readSupergraphFacts } from "../../router/schema/supergraph-facts.ts";
import { projectPath } from "../../src/project-root.ts";
import { createTestApp, type TestApp } from "../support/app.ts";
import {
  createLimitedTokens,
  expectedRefusal,
  limitedToken,
  scopesOf,
  type MatrixCaller,
} from "../walk/matrix-principals.ts";
import { rootDocuments, type RootDocument } from "./root-documents.ts";

// Each of these tests goes through every root field.
vi.setConfig({ testTimeout: 300_000 });

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app?.close());

const operations = () => [...app.running.router.registry.values()];

test("operations ask for no kind of access that the walk does not know", () => {
  const known = ["public", "caller", "user", "holder", "payer", "admin"];
  expect(operations().filter(({ access }) => !known.includes(access.auth!))).toEqual([]);
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
    const walked = new Set(operations().map(({ rootField }) => rootField.name));
    for (const document of documents) {
      const access = facts.accessOf(document.typeName, document.fieldName)!;
      const [only, allBut] = access.scope ? byScope.get(access.scope)! : [];
      const tokens = only ? [only, limited[0]!, allBut!] : limited;
      // The walk checks whom the graph refuses, these tokens among them, for every root field that an operation runs.
      const isHere = (caller: MatrixCaller) =>
        !walked.has(document.fieldName) || !expectedRefusal(access, caller, null);
      await expectAdmission(document, tokens.filter(isHere));
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

describe("internal root fields", () => {
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

  test("internal root fields are run by no stored operation", () => {
    const names = new Set(hidden.map((document) => document.split(" ")[2]));
    expect(operations().filter(({ rootField }) => names.has(rootField.name))).toEqual([]);
  });
});
