import { execute, parse, type ExecutionResult } from "graphql";
import { Arg, Ctx, Field, FieldResolver, Int, ObjectType, Query, Resolver, Root } from "type-graphql";
import { expect, test } from "vitest";
import { compileQuery } from "graphql-jit";
import { anonymous } from "../../src/access/principal.ts";
import { and, isAuthenticated, isPublic, ownedBy } from "../../src/access/rules.ts";
import type { RequestContext } from "../../src/context.ts";
import { DomainError } from "../../src/errors.ts";
import { createLocalExecutor } from "../../src/graphql/local-executor.ts";
import { codesOf, person, toyCall, toyContext, toyGraph } from "../federation/toy-graph.ts";

@ObjectType()
class Leaf {
  @Field(() => Int)
  id: number;
  @Field(() => String, { nullable: true })
  ownerId: string | null;
}

@Resolver(() => Leaf)
class LeafResolver {
  @Query(() => [Leaf])
  leaves(@Arg("first", () => Int, { defaultValue: 3 }) first: number): Leaf[] {
    return Array.from({ length: first }, (_, id) => ({ id, ownerId: id === 1 ? null : "usr_1" }));
  }

  @Query(() => String)
  whoami(@Ctx() ctx: RequestContext): string {
    return ctx.principal.id;
  }

  @FieldResolver(() => Leaf, { nullable: true })
  next(@Root() leaf: Leaf): Leaf | null {
    if (leaf.id === 2) throw new DomainError("NOT_FOUND", "There is no next one.");
    return leaf.id === 1 ? null : { id: leaf.id + 10, ownerId: "usr_2" };
  }
}

const graph = toyGraph({
  resolvers: [LeafResolver],
  rules: {
    Query: { leaves: isPublic, whoami: isPublic },
    Leaf: { ownerId: and(isAuthenticated, ownedBy("ownerId")) },
  },
});
const run = createLocalExecutor({ schema: graph.schema, contextFor: toyContext });

const documents: [string, Record<string, unknown>][] = [
  ["{ leaves { id next { id } } }", {}],
  ["query ($n: Int) { leaves(first: $n) { id } }", { n: 2 }],
  ["query ($n: Int) { leaves(first: $n) { id } }", {}],
  [
    "{ a: leaves(first: 1) { x: id } b: leaves(first: 2) { ...F } } fragment F on Leaf { id next { ...G } } fragment G on Leaf { id }",
    {},
  ],
  [
    "query ($s: Boolean!) { leaves { id @skip(if: $s) next @include(if: $s) { id } __typename } }",
    { s: true },
  ],
  [
    "query ($s: Boolean!) { leaves { id @skip(if: $s) next @include(if: $s) { id } __typename } }",
    { s: false },
  ],
  ["{ leaves { id ownerId } }", {}],
];

const shape = ({ data, errors }: ExecutionResult) => ({
  data: JSON.parse(JSON.stringify(data)) as unknown,
  errors: (errors ?? []).map(({ message, path }) => ({ message, path: path?.join(".") })),
});

test.each(documents)(
  "interpreted and compiled, %s %o answers as graphql-js does",
  async (source, variables) => {
    for (const principal of [anonymous, person]) {
      const document = parse(source);
      const call = toyCall(principal);
      const answers = [];
      for (let use = 0; use < 3; use += 1) answers.push(await run({ document, variables, call }));
      const plain = await execute({
        schema: graph.schema,
        document,
        variableValues: variables,
        contextValue: toyContext(call),
      });
      for (const answer of answers) expect(shape(answer)).toEqual(shape(plain));
    }
  },
);

test("a document is compiled at its second use, once", async () => {
  let compiled = 0;
  const compile: typeof compileQuery = (...args) => {
    compiled += 1;
    return compileQuery(...args);
  };
  const runCounted = createLocalExecutor({ schema: graph.schema, contextFor: toyContext, compile });
  const document = parse("{ leaves { id } }");
  const counts: number[] = [];
  for (let use = 0; use < 4; use += 1) {
    await runCounted({ document, variables: {}, call: toyCall() });
    counts.push(compiled);
  }
  expect(counts).toEqual([0, 1, 1, 1]);
});

test("one document run by two callers gives each their own answer, also at once", async () => {
  const document = parse("{ whoami }");
  const ids = ["usr_a", "usr_b", "usr_c"];
  const answers = await Promise.all(
    ids.map(async (id) => run({ document, variables: {}, call: toyCall({ ...person, id }) })),
  );
  expect(answers.map(({ data }) => data!["whoami"])).toEqual(ids);
});

test("errors carry code, status and path, interpreted and compiled", async () => {
  const document = parse("{ leaves { next { id } } }");
  for (let use = 0; use < 2; use += 1) {
    const result = await run({ document, variables: {}, call: toyCall() });
    expect(codesOf(result)).toEqual(["NOT_FOUND"]);
    expect(result.errors![0]!.path).toEqual(["leaves", 2, "next"]);
    expect(result.errors![0]!.extensions["http"]).toEqual({ status: 404 });
  }
});
