import { federation2, type Row, type SuiteGraph, type World } from "../suite.types.ts";

function books(): World {
  const entities: Row[] = [
    { __typename: "Book", id: "b1", upc: "u1", title: "One", author: "Ann" },
    { __typename: "Book", id: "b2", upc: null, title: "Two", author: null },
    { __typename: "Book", id: "b3", upc: "u3", title: "Three", author: "Cem" },
  ];
  return { entities, roots: { Query: { shelf: [...entities, null] } } };
}

/** The second subgraph on the way does not know every entity, so nothing leads on to the third. */
const chain: SuiteGraph = {
  subject: "null keys",
  name: "books by two codes",
  subgraphs: {
    shelves: `${federation2}
      type Query { shelf: [Book] }
      type Book @key(fields: "id") { id: ID! }`,
    codes: `${federation2}
      type Book @key(fields: "id") @key(fields: "upc") { id: ID! upc: ID title: String }`,
    authors: `${federation2}
      type Book @key(fields: "upc") { upc: ID author: String }`,
  },
  world: books,
  cases: [
    { query: "{ shelf { author } }" },
    { query: "{ shelf { id title author } }" },
    { query: "{ shelf { id upc } }" },
    { query: "{ shelf { author __typename } }" },
  ],
};

function seats(): World {
  const entities: Row[] = [
    {
      __typename: "Seat",
      row: 1,
      number: 1,
      price: 10,
      guest: { __typename: "Guest", id: "g1", name: "Gus" },
    },
    { __typename: "Seat", row: null, number: 2, price: null, guest: null },
  ];
  const guests = entities.flatMap((one) => (one["guest"] ? [one["guest"] as Row] : []));
  return { entities: [...entities, ...guests], roots: { Query: { seats: entities } } };
}

/** One part of a compound key is null: the other subgraph finds nothing and does not fail. */
const compound: SuiteGraph = {
  subject: "null keys",
  name: "guests that may be missing",
  subgraphs: {
    hall: `${federation2}
      type Query { seats: [Seat!]! }
      type Seat { row: Int number: Int! guest: Guest }
      type Guest @key(fields: "id") { id: ID! }`,
    guests: `${federation2}
      type Guest @key(fields: "id") { id: ID! name: String! }`,
  },
  world: seats,
  cases: [
    { query: "{ seats { row guest { name } } }" },
    { query: "{ seats { guest { id name } } }" },
    { query: "{ seats { guest { name } } }", faults: ["Guest.name"] },
    { query: "{ seats { number guest { name } } }", down: ["guests"] },
  ],
};

export const nullKeys: readonly SuiteGraph[] = [chain, compound];
