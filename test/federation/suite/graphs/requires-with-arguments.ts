import { federation2, type Row, type SuiteGraph, type World } from "../suite.types.ts";

interface Tagged {
  tags: string[];
}

const tagged = (tags: readonly string[]) => (args: Record<string, unknown>) =>
  tags.slice(0, (args["first"] as number | undefined) ?? tags.length);

function articles(): World {
  const article = (id: string, tags: readonly string[]): Row => ({
    __typename: "Article",
    id,
    title: `Article ${id}`,
    tags: tagged(tags),
    notes: ({ limit }: Record<string, unknown>) =>
      ["n1", "n2", "n3"].slice(0, limit as number).map((key) => ({ __typename: "Note", key: `${id}${key}` })),
  });
  const entities = [article("a1", ["x", "y", "z"]), article("a2", [])];
  const byId = ({ id }: Record<string, unknown>) => entities.find((one) => one["id"] === id);
  return { entities, roots: { Query: { articles: entities, article: byId } } };
}

const tags = (row: Row, first?: number) =>
  (row["tags"] as (args: object) => string[])(first === undefined ? {} : { first });
const notes = (row: Row, limit: number) => (row["notes"] as (args: object) => Row[])({ limit });

/** A required list that the client asks for as well, with other arguments. */
const press: SuiteGraph = {
  subject: "@requires with arguments",
  name: "articles with tags",
  subgraphs: {
    texts: `${federation2}
      type Query { articles: [Article!]! article(id: ID!): Article }
      type Article @key(fields: "id") { id: ID! title: String! tags(first: Int): [String!]! notes(limit: Int!): [Note!]! }
      type Note { key: ID! }`,
    labels: `${federation2}
      type Article @key(fields: "id") {
        id: ID!
        tags(first: Int): [String!]! @external
        notes(limit: Int!): [Note!]! @external
        label: String @requires(fields: "tags(first: 2)")
        noted: String @requires(fields: "notes(limit: 1) { key }")
      }
      type Note @external { key: ID! }`,
  },
  world: articles,
  computed: {
    "Article.label": {
      reads: (row) => ({ tags: tags(row, 2) }),
      value: (read) => (read as unknown as Tagged).tags.join("+"),
    },
    "Article.noted": {
      reads: (row) => ({ notes: notes(row, 1) }),
      value: ({ notes: read }) => (read as { key: string }[]).map(({ key }) => key).join(),
    },
  },
  cases: [
    { query: "{ articles { label } }" },
    { query: "{ articles { tags label } }" },
    { query: "{ articles { tags(first: 1) label } }" },
    { query: "{ articles { label tags(first: 1) more: tags(first: 3) } }" },
    { query: "{ articles { notes(limit: 3) { key } noted label } }" },
    {
      query: 'query($n: Int!) { article(id: "a1") { notes(limit: $n) { key } noted } }',
      variables: { n: 2 },
    },
    { query: '{ article(id: "a1") { noted title } }', faults: ["Article.noted"] },
    {
      query: '{ articles { noted } article(id: "a1") { noted notes(limit: 0) { key } } }',
    },
    {
      query: `{
        articles { noted label tags }
        article(id: "a1") { tags }
        other: article(id: "a1") { tags noted notes(limit: 0) { key } }
      }`,
    },
  ],
};

const priceIn =
  (cents: number) =>
  ({ currency }: Record<string, unknown>) =>
    currency === "EUR" ? cents * 2 : cents;

function shop(): World {
  const entities: Row[] = ["p1", "p2"].map((id, index) => ({
    __typename: "Product",
    id,
    price: priceIn((index + 1) * 100),
    weight: index,
  }));
  return { entities, roots: { Query: { products: entities } } };
}

const price = (row: Row, currency: string) => (row["price"] as (args: object) => number)({ currency });

/** Two fields of one subgraph that require the same field with different arguments. */
const conflict: SuiteGraph = {
  subject: "@requires with conflicting arguments",
  name: "prices in two currencies",
  subgraphs: {
    goods: `${federation2}
      type Query { products: [Product!]! }
      enum Currency { USD EUR }
      type Product @key(fields: "id") { id: ID! price(currency: Currency!): Int! weight: Int! }`,
    delivery: `${federation2}
      enum Currency { USD EUR }
      type Product @key(fields: "id") {
        id: ID!
        price(currency: Currency!): Int! @external
        weight: Int! @external
        shippingUsd: Int @requires(fields: "price(currency: USD) weight")
        shippingEur: Int @requires(fields: "price(currency: EUR) weight")
      }`,
  },
  world: shop,
  computed: {
    "Product.shippingUsd": {
      reads: (row) => ({ price: price(row, "USD"), weight: row["weight"] }),
      value: (read) => (read["price"] as number) + (read["weight"] as number),
    },
    "Product.shippingEur": {
      reads: (row) => ({ price: price(row, "EUR"), weight: row["weight"] }),
      value: (read) => (read["price"] as number) + (read["weight"] as number),
    },
  },
  cases: [
    { query: "{ products { shippingUsd shippingEur } }" },
    { query: "{ products { price(currency: EUR) shippingUsd } }" },
    {
      query:
        "{ products { eur: price(currency: EUR) usd: price(currency: USD) shippingEur shippingUsd id } }",
    },
    {
      query: `query($is: Boolean!, $too: Boolean!) {
        products @include(if: $is) { a: shippingEur @include(if: $too) }
        products { shippingUsd }
      }`,
      variables: { is: false, too: true },
    },
    {
      query: `query($is: Boolean!, $too: Boolean!) {
        products { ... @include(if: $is) { a: shippingEur @include(if: $too) } shippingUsd }
      }`,
      variables: { is: true, too: false },
    },
    { query: "{ products { shippingUsd shippingEur } a: products { shippingEur shippingUsd id } }" },
    {
      query: `query($is: Boolean!) {
        products { id ... @include(if: $is) { shippingUsd shippingEur } price(currency: USD) }
        a: products { shippingEur shippingUsd }
      }`,
      variables: { is: true },
    },
  ],
};

function library(): World {
  const entities: Row[] = ["b1", "b2"].map((id) => ({
    __typename: "Book",
    id,
    pages: ({ format }: Record<string, unknown>) => (format === "PAPER" ? 300 : 100),
  }));
  return { entities, roots: { Query: { books: entities } } };
}

const pages = (row: Row, format: string) => (row["pages"] as (args: object) => number)({ format });

/** The two requirements are of different subgraphs. */
const conflictBetween: SuiteGraph = {
  subject: "@requires with conflicting arguments",
  name: "page counts for two subgraphs",
  subgraphs: {
    books: `${federation2}
      type Query { books: [Book!]! }
      type Book @key(fields: "id") { id: ID! pages(format: String!): Int! }`,
    print: `${federation2}
      type Book @key(fields: "id") { id: ID! pages(format: String!): Int! @external
        sheets: Int @requires(fields: "pages(format: \\"PAPER\\")") }`,
    reader: `${federation2}
      type Book @key(fields: "id") { id: ID! pages(format: String!): Int! @external
        screens: Int @requires(fields: "pages(format: \\"EPUB\\")") }`,
  },
  world: library,
  computed: {
    "Book.sheets": {
      reads: (row) => ({ pages: pages(row, "PAPER") }),
      value: (read) => (read["pages"] as number) / 2,
    },
    "Book.screens": {
      reads: (row) => ({ pages: pages(row, "EPUB") }),
      value: (read) => (read["pages"] as number) * 3,
    },
  },
  cases: [
    { query: "{ books { sheets screens } }" },
    { query: '{ books { sheets pages(format: "a") } again: books { sheets } }' },
    { query: '{ books { id pages(format: "EPUB") sheets } }' },
    { query: '{ books { screens p: pages(format: "PAPER") sheets } }' },
  ],
};

function fleet(): World {
  const entities: Row[] = ["v1", "v2"].map((id, index) => ({
    __typename: "Van",
    id,
    trips: ({ year }: Record<string, unknown>) => (index === 0 ? [{ __typename: "Trip", km: year }] : null),
  }));
  return { entities, roots: { Query: { vans: entities } } };
}

/** The required field is nullable, and an object list. */
const nullable: SuiteGraph = {
  subject: "@requires with arguments",
  name: "trips of a year",
  subgraphs: {
    logs: `${federation2}
      type Query { vans: [Van] }
      type Van @key(fields: "id") { id: ID! trips(year: Int! = 2020): [Trip] }
      type Trip { km: Int }`,
    costs: `${federation2}
      type Van @key(fields: "id") { id: ID! trips(year: Int! = 2020): [Trip] @external
        cost(rate: Int!): Int @requires(fields: "trips(year: 2024) { km }") }
      type Trip @external { km: Int }`,
  },
  world: fleet,
  computed: {
    "Van.cost": {
      reads: (row) => ({ trips: (row["trips"] as (args: object) => unknown)({ year: 2024 }) }),
      value: ({ trips }, { rate }) =>
        trips ? (trips as { km: number }[]).reduce((sum, { km }) => sum + km * (rate as number), 0) : null,
    },
  },
  cases: [
    { query: "{ vans { cost(rate: 2) } }" },
    { query: "{ vans { trips { km } cost(rate: 2) other: cost(rate: 3) } }" },
    { query: "query($r: Int!) { vans { trips(year: 1999) { km } cost(rate: $r) } }", variables: { r: 5 } },
  ],
};

export const requiresWithArguments: readonly SuiteGraph[] = [press, nullable, conflict, conflictBetween];
