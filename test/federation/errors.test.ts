import { MaxLength, ValidateNested } from "class-validator";
import { graphql } from "graphql";
import { Arg, buildSchemaSync, Field, InputType, Mutation, Query, Resolver } from "type-graphql";
import { expect, test } from "vitest";
import { isPublic } from "../../src/access/rules.ts";
import { DomainError } from "../../src/errors.ts";
import { askSubgraph, codesOf, toyCall, toyGraph } from "./toy-graph.ts";

const submitted = "4111-1111-1111-1111-submitted";

@InputType()
class CardInput {
  @Field(() => String)
  @MaxLength(5)
  number: string;
}

@InputType()
class PayInput {
  @Field(() => String)
  @MaxLength(5)
  note: string;
  @Field(() => CardInput)
  @ValidateNested()
  card: CardInput;
}

@Resolver()
class PayResolver {
  @Query(() => String, { nullable: true })
  broken(): string {
    throw new Error('relation "payments" does not exist: SELECT secret FROM payments');
  }

  @Query(() => String, { nullable: true })
  refused(): string {
    throw new DomainError("HOLD_NOT_FOUND", "There is no such hold.", { holdId: "h1" });
  }

  @Mutation(() => String, { nullable: true })
  pay(@Arg("input", () => PayInput) input: PayInput): string {
    return input.note;
  }
}

const feature = {
  resolvers: [PayResolver],
  rules: { Query: { broken: isPublic, refused: isPublic }, Mutation: { pay: isPublic } },
};
const pay = "mutation ($input: PayInput!) { pay(input: $input) }";
const variables = { input: { note: submitted, card: { number: submitted } } };

test("an invalid input reports every fault and its rule, and never the submitted values", async () => {
  const call = toyCall();
  const result = await askSubgraph(toyGraph(feature), pay, call, variables);
  expect(codesOf(result)).toEqual(["VALIDATION_ERROR"]);
  expect(result.errors![0]!.extensions["details"]).toMatchObject({
    fields: [
      { path: "note", rule: "maxLength" },
      { path: "card.number", rule: "maxLength" },
    ],
  });
  expect(JSON.stringify(result)).not.toContain(submitted);
  expect(JSON.stringify(call.lines)).not.toContain(submitted);
});

test("the bare validator would return the submitted values", async () => {
  const schema = buildSchemaSync({ resolvers: [PayResolver], validate: true });
  const result = await graphql({ schema, source: pay, variableValues: variables });
  expect(JSON.stringify(result)).toContain(submitted);
});

test("an unexpected error is INTERNAL_ERROR with the request's id; only the log knows why", async () => {
  const call = toyCall();
  const result = await askSubgraph(toyGraph(feature), "{ broken }", call);
  expect(codesOf(result)).toEqual(["INTERNAL_ERROR"]);
  expect(result.errors![0]!.extensions["details"]).toEqual({ requestId: call.requestId });
  expect(JSON.stringify(result)).not.toMatch(/payments|SELECT|stack|\.ts/);
  expect(call.lines).toMatchObject([{ requestId: call.requestId, err: { message: /SELECT secret/ } }]);
});

test("an expected refusal passes as it is and is not logged", async () => {
  const call = toyCall();
  const result = await askSubgraph(toyGraph(feature), "{ refused }", call);
  expect(result.errors![0]).toMatchObject({
    message: "There is no such hold.",
    extensions: { code: "HOLD_NOT_FOUND", details: { holdId: "h1" }, http: { status: 404 } },
  });
  expect(call.lines).toEqual([]);
});
