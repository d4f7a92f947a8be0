import { federation2, type Arguments, type Row, type SuiteGraph, type World } from "../suite.types.ts";

type Field = (args: Arguments) => unknown;

const ask = (row: Row, name: string, args: Arguments): unknown => (row[name] as Field)(args);

function homes(): World {
  const room = (typeName: string, base: number): Row => ({
    __typename: typeName,
    size: ({ unit }: Arguments) => (unit === "ft" ? base * 10 : base),
  });
  const entities = ["h1", "h2"].map((id, index): Row => ({
    __typename: "Home",
    id,
    rooms: ({ floor }: Arguments) =>
      floor === 1 ? [room("Kitchen", index + 4), room("Bath", index + 2)] : [room("Kitchen", 7 + index)],
    owner: { __typename: "Owner", score: ({ year }: Arguments) => Number(year) + index },
  }));
  return { entities, roots: { Query: { homes: entities } } };
}

const sizes = (row: Row, floor: number, unit: string) =>
  (ask(row, "rooms", { floor }) as Row[]).map((room) => ({
    __typename: room.__typename,
    size: ask(room, "size", { unit }) as number,
  }));
const owner = (row: Row, year: number) => ({ owner: { score: ask(row["owner"] as Row, "score", { year }) } });
const sum = (rooms: unknown) => (rooms as { size: number }[]).reduce((total, { size }) => total + size, 0);
const scoreOf = (read: Arguments) => (read["owner"] as { score: number }).score;

/** Requirements whose arguments differ below the entity, on an interface and of a field that is computed itself. */
const nested: SuiteGraph = {
  subject: "@requires with conflicting arguments",
  name: "homes with rooms and owners",
  subgraphs: {
    Homes: `${federation2}
      type Query { homes: [Home!]! }
      type Home @key(fields: "id") { id: ID! rooms(floor: Int!): [Room!]! owner: Owner! }
      type Owner { score(year: Int!): Int! }
      interface Room { size(unit: String!): Int! }
      type Kitchen implements Room { size(unit: String!): Int! }
      type Bath implements Room { size(unit: String!): Int! }`,
    Heating: `${federation2}
      type Home @key(fields: "id") {
        id: ID!
        rooms(floor: Int!): [Room!]! @external
        owner: Owner! @external
        heat: Int @requires(fields: "rooms(floor: 1) { size(unit: \\"m\\") }")
        loft: Int @requires(fields: "rooms(floor: 2) { size(unit: \\"ft\\") }")
        costThen(rate: Int! = 1): Int @requires(fields: "owner { score(year: 2020) }")
        costNow: Int @requires(fields: "owner { score(year: 2024) }")
        both: Int @requires(fields: "rooms(floor: 1) { size(unit: \\"ft\\") } owner { score(year: 2024) }")
      }
      type Owner @external { score(year: Int!): Int! }
      interface Room { size(unit: String!): Int! }
      type Kitchen implements Room @external { size(unit: String!): Int! }
      type Bath implements Room @external { size(unit: String!): Int! }`,
    Taxes: `${federation2}
      type Home @key(fields: "id") {
        id: ID!
        costThen(rate: Int! = 1): Int @external
        tax: Int @requires(fields: "costThen(rate: 3)")
        oldTax: Int @requires(fields: "costThen")
      }`,
  },
  world: homes,
  computed: {
    "Home.heat": {
      reads: (row) => ({ rooms: sizes(row, 1, "m") }),
      value: ({ rooms }) => sum(rooms),
    },
    "Home.loft": {
      reads: (row) => ({ rooms: sizes(row, 2, "ft") }),
      value: ({ rooms }) => sum(rooms) + 1,
    },
    "Home.costThen": {
      reads: (row) => owner(row, 2020),
      value: (read, { rate }) => scoreOf(read) * Number(rate ?? 1),
    },
    "Home.costNow": { reads: (row) => owner(row, 2024), value: scoreOf },
    "Home.both": {
      reads: (row) => ({ rooms: sizes(row, 1, "ft"), ...owner(row, 2024) }),
      value: (read) => sum(read["rooms"]) + scoreOf(read),
    },
    "Home.tax": {
      reads: (row) => ({ costThen: scoreOf(owner(row, 2020)) * 3 }),
      value: ({ costThen }) => Number(costThen) + 1,
    },
    "Home.oldTax": {
      reads: (row) => ({ costThen: scoreOf(owner(row, 2020)) }),
      value: ({ costThen }) => Number(costThen) + 2,
    },
  },
  cases: [
    { query: "{ homes { heat } }" },
    { query: "{ homes { heat loft } }" },
    { query: "{ homes { costThen costNow } }" },
    { query: "{ homes { both heat loft costThen costNow } }" },
    { query: '{ homes { id both owner { score(year: 1) } rooms(floor: 2) { size(unit: "m") } } }' },
    { query: "{ homes { heat costNow } more: homes { loft costThen(rate: 2) both } }" },
    { query: "{ homes { tax oldTax } }" },
    { query: "{ homes { tax costThen(rate: 9) oldTax costNow heat } }" },
    {
      query: `query($is: Boolean!, $rate: Int!) {
        homes { costThen(rate: $rate) @include(if: $is) both @skip(if: $is) costNow loft heat @include(if: $is) }
      }`,
      variables: { is: true, rate: 4 },
    },
    { query: "{ homes { costThen costNow } }", faults: ["Home.costNow"] },
  ],
};

export const requiresNestedArguments: readonly SuiteGraph[] = [nested];
