import type { GraphQLSchema } from "graphql";
import { isObjectType } from "graphql";
import { Ctx, Directive, Field, FieldResolver, ID, ObjectType, Query, Resolver } from "type-graphql";
import { expect, test } from "vitest";
import { isAuthenticated, isPublic } from "../../src/access/rules.ts";
import type { RequestContext } from "../../src/context.ts";
import { buildSubgraph } from "../../src/graphql/build-subgraph.ts";
import { scalars } from "../../src/graphql/scalars.ts";

@ObjectType()
class Page {
  @Field(() => String)
  text: string;
}

@ObjectType()
@Directive('@key(fields: "id")')
class Book {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  title: string;
}

@ObjectType()
@Directive('@key(fields: "id")')
class Shelf {
  @Field(() => ID)
  id: string;
}

@Resolver(() => Page)
class LibraryResolver {
  @Query(() => Book)
  book(): Book {
    return { id: "b", title: "t" };
  }

  @Query(() => Shelf)
  shelf(): Shelf {
    return { id: "s" };
  }

  @Query(() => Page)
  page(): Page {
    return { text: "" };
  }

  @FieldResolver(() => String)
  reader(@Ctx() ctx: RequestContext): string {
    return ctx.principal.id;
  }

  @FieldResolver(() => String)
  secret(): string {
    return "";
  }
}

/** Coordinates of the fields whose resolver is another one after guarding. */
function wrappedFields(before: Map<string, unknown>, schema: GraphQLSchema): string[] {
  return [...resolversOf(schema)].flatMap(([coordinate, resolve]) =>
    before.get(coordinate) === resolve ? [] : [coordinate],
  );
}

function resolversOf(schema: GraphQLSchema): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith("__")) continue;
    for (const field of Object.values(type.getFields()))
      found.set(`${type.name}.${field.name}`, field.resolve);
  }
  return found;
}

test("only ruled fields, and those that return types with a rule, are wrapped", () => {
  let before = new Map<string, unknown>();
  let wrapped: string[] = [];
  buildSubgraph({
    name: "toy",
    scalars,
    features: [
      {
        resolvers: [LibraryResolver],
        rules: {
          Query: { book: isAuthenticated, shelf: isPublic, page: isPublic },
          Book: isAuthenticated,
          Shelf: { id: isAuthenticated },
          Page: { secret: isAuthenticated },
        },
        references: { Book: () => null, Shelf: () => null },
      },
    ],
    inside: (schema) => (before = resolversOf(schema)),
    outside: (schema) => (wrapped = wrappedFields(before, schema)),
  });
  expect(before.size).toBe(12);
  // Books are checked where they are returned, so their own fields stay plain.
  expect(wrapped.toSorted()).toEqual([
    "Page.secret",
    "Query._entities",
    "Query.book",
    "Query.page",
    "Query.shelf",
    "Shelf.id",
  ]);
});
