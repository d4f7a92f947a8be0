import {
  ArrayMaxSize,
  ArrayMinSize,
  IsEmail,
  IsIn,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
} from "class-validator";
import { Arg, Args, ArgsType, Field, InputType, Int, Mutation, Query, Resolver } from "type-graphql";
import { expect, test } from "vitest";
import { isPublic } from "../../src/access/rules.ts";
import { readConstraints } from "../../src/graphql/constraints.ts";
import { CreditsScalar } from "../../src/graphql/scalars.ts";
import { MinCredits } from "../../src/graphql/validators.ts";
import { askSubgraph, codesOf, toyCall, toyGraph } from "../federation/toy-graph.ts";

@ArgsType()
class PageArgs {
  @Field(() => Int, { defaultValue: 1 })
  @Min(1)
  page: number;
}

@ArgsType()
class ListArgs extends PageArgs {
  @Field(() => String, { nullable: true })
  @MaxLength(20)
  q?: string;
}

@InputType()
class ThingInput {
  @Field(() => Int)
  @Min(1)
  @Max(9)
  size: number;
  @Field(() => String)
  @MinLength(2)
  @MaxLength(5)
  name: string;
  @Field(() => String)
  @Length(3, 4)
  code: string;
  @Field(() => String)
  @Matches(/^[a-z]+$/)
  word: string;
  @Field(() => String)
  @IsEmail()
  email: string;
  @Field(() => [String])
  @ArrayMinSize(1)
  @ArrayMaxSize(3)
  @MaxLength(7, { each: true })
  tags: string[];
  @Field(() => CreditsScalar)
  @MinCredits(0.05)
  amount: number;
  @Field(() => String)
  @IsIn(["a", "b+"])
  choice: string;
  @Field(() => [String])
  @IsIn(["c", "d"], { each: true })
  choices: string[];
  @Field(() => Int)
  @IsIn([0, 1])
  fold: number;
}

@InputType()
class OwnedThingInput extends ThingInput {
  @Field(() => String)
  @MaxLength(9)
  owner: string;
}

@Resolver()
class ThingResolver {
  @Query(() => Int)
  things(@Args(() => ListArgs) args: ListArgs): number {
    return args.page;
  }

  @Mutation(() => Int)
  makeThing(@Arg("input", () => ThingInput) input: ThingInput): number {
    return input.amount;
  }

  @Mutation(() => Int)
  makeOwnedThing(@Arg("input", () => OwnedThingInput) input: OwnedThingInput): number {
    return input.amount;
  }
}

const graph = toyGraph({
  resolvers: [ThingResolver],
  rules: { Query: { things: isPublic }, Mutation: { makeThing: isPublic, makeOwnedThing: isPublic } },
});

const expected: Record<string, object | undefined> = {
  "ThingInput.size": { min: 1, max: 9 },
  "ThingInput.name": { minLength: 2, maxLength: 5 },
  "ThingInput.code": { minLength: 3, maxLength: 4 },
  "ThingInput.word": { pattern: "^[a-z]+$" },
  "ThingInput.email": { format: "email" },
  // Constraints on each item do not apply to the list.
  "ThingInput.tags": { minItems: 1, maxItems: 3 },
  "ThingInput.amount": { min: 0.05 },
  "ThingInput.choice": { pattern: String.raw`^(a|b\+)$` },
  "ThingInput.choices": { itemPattern: "^(c|d)$" },
  "ThingInput.fold": { min: 0, max: 1 },
  "OwnedThingInput.owner": { maxLength: 9 },
  "OwnedThingInput.size": { min: 1, max: 9 },
  "Query.things.q": { maxLength: 20 },
  "Query.things.page": { min: 1 },
};

test.each(Object.entries(expected))("%s shows %o", (coordinate, constraint) => {
  expect(readConstraints().get(coordinate)).toEqual(constraint);
});

test("constraints are shown in the schema beside their field", () => {
  expect(graph.sdl).toMatch(
    /size: Int! @constraint\(max: 9, min: 1\)|size: Int! @constraint\(min: 1, max: 9\)/,
  );
  expect(graph.sdl).toMatch(/page: Int! = 1 @constraint\(min: 1\)/);
});

const good = {
  size: 1,
  name: "ab",
  code: "abc",
  word: "x",
  email: "a@b.example",
  tags: ["t"],
  amount: 0.05,
  choice: "a",
  choices: ["c"],
  fold: 0,
};
const make = (input: object) =>
  askSubgraph(graph, "mutation ($input: ThingInput!) { makeThing(input: $input) }", toyCall(), { input });

test("credits are whole hundredths inside, and validated as such", async () => {
  expect((await make(good)).data).toEqual({ makeThing: 5 });
});

const broken: [string, object, string][] = [
  ["size", { size: 10 }, "maximum"],
  ["size", { size: 0 }, "minimum"],
  ["name", { name: "abcdef" }, "maxLength"],
  ["word", { word: "A" }, "pattern"],
  ["tags", { tags: [] }, "minItems"],
  ["tags", { tags: ["much too long"] }, "maxLength"],
  ["amount", { amount: 0.04 }, "minimum"],
  ["choice", { choice: "c" }, "enum"],
];

test.each(broken)("a broken %s (%o) is refused by the rule %s, as at the doors", async (path, part, rule) => {
  const result = await make({ ...good, ...part });
  expect(codesOf(result)).toEqual(["VALIDATION_ERROR"]);
  expect(result.errors![0]!.extensions["details"]).toMatchObject({ fields: [{ path, rule }] });
});
