import { graphql, type GraphQLSchema } from "graphql";
import {
  Arg,
  Args,
  ArgsType,
  buildSchemaSync,
  Ctx,
  Field,
  FieldResolver,
  Info,
  InputType,
  Int,
  ObjectType,
  Query,
  Resolver,
  Root,
  UseMiddleware,
} from "type-graphql";
import type { GraphQLResolveInfo } from "graphql";
import { expect, test } from "vitest";
import { compileResolvers } from "../../../src/graphql/arguments/compile-resolvers.ts";

@InputType()
class Inner {
  @Field(() => String, { nullable: true })
  text?: string | null;
  @Field(() => [Inner], { nullable: true })
  more?: Inner[] | null;
}

@InputType()
class Whole extends Inner {
  @Field(() => Int, { defaultValue: 3 })
  count: number;
  @Field(() => Inner, { nullable: true })
  inner?: Inner | null;
  declared = "by the class";
}

@ArgsType()
class BaseArgs {
  @Field(() => Int, { defaultValue: 20 })
  first: number;
}

@ArgsType()
class ListArgs extends BaseArgs {
  @Field(() => [Whole], { nullable: true })
  wholes?: (Whole | null)[] | null;
}

@ObjectType()
class Thing {
  @Field(() => String)
  name: string;
}

/** What the methods got, with the names of its classes. */
let got: unknown[] = [];

function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== "object" || value === null) return value;
  const shape = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]));
  return { ...shape, class: value.constructor.name };
}

@Resolver(() => Thing)
class ThingResolver {
  @Query(() => Thing)
  one(@Arg("whole", () => Whole, { nullable: true }) whole: Whole | null, @Ctx() ctx: object): Thing {
    got.push(shapeOf(whole), ctx);
    return { name: "one" };
  }

  @Query(() => [Thing])
  async list(
    @Args(() => ListArgs) args: ListArgs,
    @Ctx("user") user: string,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Thing[]> {
    got.push(shapeOf(args), args instanceof ListArgs, user, info.fieldName);
    return [{ name: "a" }];
  }

  @Query(() => Thing)
  @UseMiddleware(async (_data, next) => next())
  wrapped(): Thing {
    return { name: "wrapped" };
  }

  @FieldResolver(() => String)
  echo(@Root() thing: Thing, @Arg("n", () => Int, { defaultValue: 2 }) n: number): string {
    return thing.name.repeat(n);
  }
}

const build = () => buildSchemaSync({ resolvers: [ThingResolver], validate: false });

async function run(schema: GraphQLSchema, source: string): Promise<unknown> {
  got = [];
  const { data, errors } = await graphql({ schema, source, contextValue: { user: "ann" } });
  return { data, errors, got };
}

test.each([
  "{ one { name echo } }",
  "{ one(whole: null) { echo(n: 3) } }",
  '{ one(whole: { text: "a" }) { name } }',
  '{ one(whole: { count: 1, inner: { more: [{ text: null }, { more: [] }] }, more: [{ text: "b" }] }) { name } }',
  "{ list { name } }",
  '{ list(first: 1, wholes: [{ text: "a" }, null]) { name echo } }',
  "{ list(wholes: null) { name } }",
  "{ wrapped { name } }",
])("a compiled resolver gets what the library's gets: %s", async (source) => {
  const library = build();
  const compiled = build();
  const before = compiled.getQueryType()!.getFields()["one"]!.resolve;
  compileResolvers(compiled, [ThingResolver]);
  expect(compiled.getQueryType()!.getFields()["one"]!.resolve).not.toBe(before);
  const expected = await run(library, source);
  expect(await run(compiled, source)).toEqual(expected);
});

test("methods with middleware keep the library's resolver", () => {
  const schema = build();
  const before = schema.getQueryType()!.getFields()["wrapped"]!.resolve;
  compileResolvers(schema, [ThingResolver]);
  expect(schema.getQueryType()!.getFields()["wrapped"]!.resolve).toBe(before);
});
