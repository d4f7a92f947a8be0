import { parse, subscribe } from "graphql";
import { Field, ObjectType, Query, Resolver, Root, Subscription } from "type-graphql";
import { beforeEach, expect, test } from "vitest";
import { anonymous } from "../../src/access/principal.ts";
import { isAuthenticated, isPublic, type Rule } from "../../src/access/rules.ts";
import { person, toyCall, toyContext, toyGraph } from "./toy-graph.ts";

let opened = 0;

async function* ticks(): AsyncGenerator<number> {
  yield 1;
}

@Resolver()
class TickResolver {
  @Query(() => Number)
  now(): number {
    return 0;
  }

  @Subscription(() => Number, {
    subscribe: () => {
      opened += 1;
      return ticks();
    },
  })
  tick(@Root() value: number): number {
    return value;
  }
}

@ObjectType("Subscription")
class PlanSubscription {
  @Field(() => String)
  plan: string;
}

@Resolver()
class PlanResolver {
  @Query(() => PlanSubscription)
  plan(): PlanSubscription {
    return { plan: "free" };
  }
}

function ticker(rule: Rule) {
  return toyGraph({
    resolvers: [TickResolver],
    rules: { Query: { now: isPublic }, Subscription: { tick: rule } },
    hasSubscriptions: true,
  });
}

function open(rule: Rule, principal = anonymous) {
  const contextValue = toyContext(toyCall(principal));
  return subscribe({ schema: ticker(rule).schema, document: parse("subscription { tick }"), contextValue });
}

beforeEach(() => {
  opened = 0;
});

test("a subscription's source is not opened for a principal whom the rule refuses", async () => {
  const result = await open(isAuthenticated);
  expect(opened).toBe(0);
  expect(JSON.stringify(result)).toContain("MISSING_TOKEN");
});

test("without that rule the source opens for every principal", async () => {
  await open(isPublic);
  expect(opened).toBe(1);
});

test("an admitted principal receives the events", async () => {
  const result = await open(isAuthenticated, person);
  const first = await (result as AsyncGenerator).next();
  expect(first.value).toMatchObject({ data: { tick: 1 } });
});

test("a subscription without a rule is refused at build", () => {
  const feature = { resolvers: [TickResolver], rules: { Query: { now: isPublic } }, hasSubscriptions: true };
  expect(() => toyGraph(feature)).toThrow("Subscription.tick has no access rule");
});

test("an object type named Subscription is refused, ruled or not, since it would become the root", () => {
  const feature = {
    resolvers: [PlanResolver],
    rules: { Query: { plan: isPublic }, Subscription: { plan: isPublic } },
  };
  expect(() => toyGraph(feature)).toThrow("a type is named Subscription");
});
