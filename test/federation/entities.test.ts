import { Directive, Field, ID, ObjectType, Query, Resolver } from "type-graphql";
import { expect, test } from "vitest";
import { isAuthenticated, isPublic, ownedBy, and, type Rule } from "../../src/access/rules.ts";
import { askSubgraph, codesOf, person, toyCall, toyGraph } from "./toy-graph.ts";

@ObjectType()
@Directive('@key(fields: "id")')
class Diary {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  ownerId: string;
  @Field(() => String)
  secret: string;
}

@Resolver()
class DiaryResolver {
  @Query(() => Diary)
  diary(): Diary {
    return row("d1");
  }
}

function row(id: string): Diary {
  return { id, ownerId: id === "d1" ? "usr_1" : "usr_2", secret: `secret of ${id}` };
}

function diaries(typeRule: Rule) {
  return toyGraph({
    resolvers: [DiaryResolver],
    rules: { Query: { diary: isAuthenticated }, Diary: typeRule },
    references: { Diary: ({ id }) => row(String(id)) },
  });
}

const byReference = `{ _entities(representations: [{ __typename: "Diary", id: "d1" }]) { ... on Diary { secret } } }`;

test("a rule on Query alone leaves the entity open through _entities", async () => {
  const open = diaries(isPublic);
  expect(codesOf(await askSubgraph(open, "{ diary { secret } }"))).toEqual(["MISSING_TOKEN"]);
  expect(JSON.stringify(await askSubgraph(open, byReference))).toContain("secret of d1");
});

test("a rule on the type guards _entities and the root field alike", async () => {
  const guarded = diaries(and(isAuthenticated, ownedBy("ownerId")));
  const refused = await askSubgraph(guarded, byReference);
  expect(codesOf(refused)).toEqual(["MISSING_TOKEN"]);
  expect(JSON.stringify(refused)).not.toContain("secret of");
  expect((await askSubgraph(guarded, byReference, toyCall(person))).data).toEqual({
    _entities: [{ secret: "secret of d1" }],
  });
});

test("another account's entity is refused as one that does not exist", async () => {
  const other = await askSubgraph(
    diaries(and(isAuthenticated, ownedBy("ownerId"))),
    byReference.replace('"d1"', '"d2"'),
    toyCall(person),
  );
  expect(codesOf(other)).toEqual(["NOT_FOUND"]);
  expect(JSON.stringify(other)).not.toContain("secret of");
});

test("an entity without a reference resolver fails the build, since the graph would echo the input", () => {
  const feature = {
    resolvers: [DiaryResolver],
    rules: { Query: { diary: isAuthenticated }, Diary: isAuthenticated },
  };
  expect(() => toyGraph(feature)).toThrow("Diary has a key but no reference resolver");
});

test("an entity without a rule is refused at build", () => {
  const feature = {
    resolvers: [DiaryResolver],
    rules: { Query: { diary: isAuthenticated } },
    references: { Diary: () => null },
  };
  expect(() => toyGraph(feature)).toThrow("Diary has no access rule");
});

test("a root field without a rule is refused at build", () => {
  const feature = {
    resolvers: [DiaryResolver],
    rules: { Diary: isAuthenticated },
    references: { Diary: () => null },
  };
  expect(() => toyGraph(feature)).toThrow("Query.diary has no access rule");
});

test("an entity ruled field by field needs a rule on each", () => {
  const feature = {
    resolvers: [DiaryResolver],
    rules: { Query: { diary: isAuthenticated }, Diary: { id: isPublic, ownerId: isPublic } },
    references: { Diary: () => null },
  };
  expect(() => toyGraph(feature)).toThrow("Diary.secret has no access rule");
});
