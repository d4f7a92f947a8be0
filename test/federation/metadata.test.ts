import { Args, ArgsType, Directive, Field, ID, Int, ObjectType, Query, Resolver } from "type-graphql";
import { Max, Min } from "class-validator";
import { expect, test } from "vitest";
import { composeSupergraph } from "../../router/schema/compose.ts";
import { createLibraryExecutor } from "../../router/execution/library-executor.ts";
import type { OperationArea } from "../../router/operations/operation.ts";
import { buildRegistry } from "../../router/operations/registry.ts";
import { readSupergraphFacts } from "../../router/schema/supergraph-facts.ts";
import { and, costs, hasScope, hasTier, isAdmin, isAuthenticated, isPublic } from "../../src/access/rules.ts";
import { toyGraph } from "./toy-graph.ts";

@ObjectType()
class Note {
  @Field(() => String)
  text: string;
}

@ArgsType()
class NotesArgs {
  @Field(() => Int, { defaultValue: 20 })
  @Min(1)
  @Max(100)
  limit: number;
}

@Resolver()
class NotesResolver {
  @Query(() => [Note])
  notes(@Args(() => NotesArgs) _args: NotesArgs): Note[] {
    return [];
  }
}

@ObjectType("Shared")
@Directive('@key(fields: "id")')
class Shared {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  @Directive("@shareable")
  salary: string;
}

@Resolver()
class SharedResolver {
  @Query(() => Shared)
  @Directive("@shareable")
  shared(): Shared {
    return { id: "s1", salary: "1" };
  }
}

const notes = toyGraph({
  resolvers: [NotesResolver],
  rules: {
    Query: { notes: and(isAuthenticated, hasScope("read:notes"), hasTier("business"), costs("notes.list")) },
  },
});

const area: OperationArea = {
  area: "notes",
  title: "Notes",
  operations: [{ name: "Notes", field: "query.notes", documented: false, family: "bare" }],
};

function compose(sdl: string): string {
  return composeSupergraph([{ name: "toy", url: "http://127.0.0.1:1/graphql", sdl }]);
}

test("access facts and input limits arrive in the supergraph as the rules say them", () => {
  const facts = readSupergraphFacts(compose(notes.sdl));
  expect(facts.accessOf("Query", "notes")).toEqual({
    auth: "caller",
    scope: "read:notes",
    tier: "business",
    cost: "notes.list",
  });
  expect(facts.constraintOf("Query.notes.limit")).toEqual({ minimum: 1, maximum: 100 });
});

test("a subgraph that forgets to compose the access directive stops the build", () => {
  const forgetful = notes.sdl.replace('@composeDirective(name: "@access")', "");
  expect(forgetful).not.toBe(notes.sdl);
  expect(() => readSupergraphFacts(compose(forgetful))).toThrow("Query.notes has no access facts");
});

test("an operation on a field without access facts is refused", async () => {
  const sdl = compose(notes.sdl);
  const { publicSchema } = await createLibraryExecutor(sdl, new Map());
  const facts = { ...readSupergraphFacts(sdl), accessOf: () => null };
  expect(() => buildRegistry([area], "", { schema: publicSchema, facts })).toThrow(
    "Query.notes has no access facts",
  );
  expect(() =>
    buildRegistry([area], "", { schema: publicSchema, facts: readSupergraphFacts(sdl) }),
  ).not.toThrow();
});

test("subgraphs that disagree about access to a shared field do not compose", () => {
  const shared = (name: string, rule: typeof isAuthenticated) => {
    const feature = {
      resolvers: [SharedResolver],
      rules: { Query: { shared: isPublic }, Shared: rule },
      references: { Shared: () => null },
    };
    return { name, url: "http://127.0.0.1:1/graphql", sdl: toyGraph(feature, name).sdl };
  };
  expect(() => composeSupergraph([shared("one", isAdmin), shared("two", isPublic)])).toThrow(
    /Shared\.salary: one says @access\(auth: "admin"\), two says @access\(auth: "public"\)/,
  );
  expect(() => composeSupergraph([shared("one", isAdmin), shared("two", isAdmin)])).not.toThrow();
});
