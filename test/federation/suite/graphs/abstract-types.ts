import { federation2, finder, row, type SuiteGraph } from "../suite.types.ts";

const media: SuiteGraph = {
  subject: "abstract types",
  name: "media with prices",
  subgraphs: {
    media: `${federation2}
      type Query { all: [Media!]! one(id: ID!): Media titled: [Titled] }
      interface Titled { title: String! }
      interface Media implements Titled { id: ID! title: String! }
      type Book implements Media & Titled @key(fields: "id") { id: ID! title: String! pages: Int }
      type Film implements Media & Titled @key(fields: "id") { id: ID! title: String! minutes: Int sequel: Media }
      type Song implements Titled { title: String! }`,
    prices: `${federation2}
      interface Media { id: ID! price: Int }
      type Book implements Media @key(fields: "id") { id: ID! price: Int discount: Int }
      type Film implements Media @key(fields: "id") { id: ID! price: Int }`,
  },
  world: () => {
    const book = row("Book", { id: "b1", title: "Dune", pages: 600, price: 12, discount: 2 });
    const film = row("Film", { id: "f1", title: "Heat", minutes: 170, price: 9, sequel: book });
    const song = row("Song", { title: "Hum" });
    const entities = [book, film];
    return {
      entities,
      roots: { Query: { all: entities, one: finder(entities), titled: [song, null, book] } },
    };
  },
  cases: [
    { query: "{ all { id title price } }" },
    { query: "{ all { __typename ... on Book { pages discount } ... on Film { minutes } } }" },
    { query: "{ titled { title ... on Media { id price } } }" },
    { query: '{ one(id: "f1") { price ... on Film { sequel { title price ... on Book { discount } } } } }' },
    { query: '{ one(id: "none") { id price } }' },
    { query: "{ all { ... on Titled { title ... on Book { pages } } } }" },
    { query: "{ all { x: price ... on Book { x: price y: discount } } }" },
    { query: "{ all { id price } }", faults: ["Film.price"] },
    { query: "{ all { title ... on Book { discount } } }", down: ["prices"] },
  ],
};

const shapes: SuiteGraph = {
  subject: "abstract types",
  name: "stricter members",
  subgraphs: {
    shapes: `${federation2}
      type Query { shapes: [Shape] first: Shape }
      interface Shape { id: ID! area: Int parent: Shape }
      type Square implements Shape @key(fields: "id") { id: ID! area: Int! parent: Square }
      type Circle implements Shape @key(fields: "id") { id: ID! area: Int parent: Shape }`,
    names: `${federation2}
      interface Shape { id: ID! label: String }
      type Square implements Shape @key(fields: "id") { id: ID! label: String }
      type Circle implements Shape @key(fields: "id") { id: ID! label: String }`,
  },
  world: () => {
    const square = row("Square", { id: "s1", area: 4, parent: null, label: "one" });
    const circle = row("Circle", { id: "c1", area: null, parent: square, label: null });
    return { entities: [square, circle], roots: { Query: { shapes: [square, circle], first: circle } } };
  },
  cases: [
    { query: "{ shapes { area label } }" },
    { query: "{ shapes { id label parent { label } } }" },
    { query: "{ shapes { area } }", faults: ["Square.area"] },
    { query: "{ shapes { label } }", faults: ["Square.label"] },
    { query: "{ first { parent { area label } label } }", faults: ["Square.label"] },
    { query: "{ shapes { id label } }", down: ["names"] },
  ],
};

const events: SuiteGraph = {
  subject: "circular interfaces",
  name: "authors and articles",
  subgraphs: {
    base: `${federation2}
      type Query { nodes: [Node!]! }
      interface Node { id: ID! next: Node }
      type Author implements Node @key(fields: "id") { id: ID! next: Node articles: [Node!] }
      type Article implements Node @key(fields: "id") { id: ID! next: Node author: Author }`,
    more: `${federation2}
      interface Node { id: ID! rank: Int }
      type Author implements Node @key(fields: "id") { id: ID! rank: Int }
      type Article implements Node @key(fields: "id") { id: ID! rank: Int words: Int }`,
  },
  world: () => {
    const author = row("Author", { id: "a1", rank: 1 });
    const article = row("Article", { id: "t1", rank: 2, words: 50, author, next: author });
    Object.assign(author, { next: article, articles: [article, author] });
    return { entities: [author, article], roots: { Query: { nodes: [author, article] } } };
  },
  cases: [
    { query: "{ nodes { next { next { next { id rank } } } } }" },
    {
      query:
        "{ nodes { rank ... on Author { articles { rank ... on Article { words author { rank } } } } } }",
    },
    { query: "{ nodes { ... on Article { author { articles { next { __typename rank } } } } } }" },
    { query: "{ nodes { next { rank } rank } }", faults: ["Author.rank"] },
  ],
};

const links: SuiteGraph = {
  subject: "circular interfaces",
  name: "interfaces that return each other",
  subgraphs: {
    left: `${federation2}
      type Query { start: A }
      interface A { id: ID! b: B }
      interface B { id: ID! a: A }
      type Both implements A & B @key(fields: "id") { id: ID! a: A b: B }
      type OnlyA implements A @key(fields: "id") { id: ID! b: B }`,
    right: `${federation2}
      type Both @key(fields: "id") { id: ID! note: String }
      type OnlyA @key(fields: "id") { id: ID! note: String }`,
  },
  world: () => {
    const both = row("Both", { id: "x", note: "both" });
    const only = row("OnlyA", { id: "y", note: "only", b: both });
    Object.assign(both, { a: only, b: both });
    return { entities: [both, only], roots: { Query: { start: only } } };
  },
  cases: [
    { query: "{ start { b { a { b { id } } } } }" },
    { query: "{ start { ... on OnlyA { note } b { ... on Both { note a { ... on OnlyA { note } } } } } }" },
    { query: "{ start { b { __typename ... on A { b { id ... on Both { note } } } } } }" },
    { query: "{ start { b { ... on Both { note } } } }", down: ["right"] },
  ],
};

const conditions: SuiteGraph = {
  subject: "@include and @skip",
  name: "conditions on abstract fields",
  subgraphs: media.subgraphs,
  world: media.world,
  cases: [
    {
      query: "query($a: Boolean!) { all { id @include(if: $a) price @skip(if: $a) } }",
      variables: { a: true },
    },
    {
      query: "query($a: Boolean!) { all { id @include(if: $a) price @skip(if: $a) } }",
      variables: { a: false },
    },
    { query: "query($a: Boolean! = true) { all { ... on Book @include(if: $a) { price pages } title } }" },
    {
      query:
        "query($a: Boolean!, $b: Boolean!) { all @include(if: $a) { price @include(if: $b) @skip(if: $a) id } }",
      variables: { a: true, b: true },
    },
    {
      query: "query($a: Boolean!) { all { ...P @skip(if: $a) id } } fragment P on Media { price title }",
      variables: { a: false },
    },
    { query: "{ all { id @skip(if: true) title @include(if: true) price @include(if: false) } }" },
    { query: "query($a: Boolean!) { all @skip(if: $a) { price } }", variables: { a: true } },
  ],
};

const conditionsOnKeys: SuiteGraph = {
  subject: "@include and @skip",
  name: "conditions on entities",
  subgraphs: links.subgraphs,
  world: links.world,
  cases: [
    {
      query: "query($a: Boolean!) { start { b { ... on Both { note @include(if: $a) id @skip(if: $a) } } } }",
      variables: { a: true },
    },
    {
      query: "query($a: Boolean!) { start { b { ... on Both { note @include(if: $a) id @skip(if: $a) } } } }",
      variables: { a: false },
    },
    {
      query: "query($a: Boolean!) { start { ... @include(if: $a) { ... on OnlyA { note } } id } }",
      variables: { a: false },
    },
    {
      query: "query($a: Boolean!) { start { ... @include(if: $a) { ... on OnlyA { note } } id } }",
      variables: { a: true },
    },
  ],
};

const typeNames: SuiteGraph = {
  subject: "__typename",
  name: "of every kind of type",
  subgraphs: media.subgraphs,
  world: media.world,
  cases: [
    { query: "{ __typename all { a: __typename } }" },
    { query: "{ __typename }" },
    { query: "{ all { title t: __typename price __typename } }" },
    { query: '{ one(id: "b1") { ... on Book { kind: __typename discount } } r: __typename }' },
    { query: "query($a: Boolean!) { all { __typename @include(if: $a) price } }", variables: { a: false } },
  ],
};

const typeNamesOfEntities: SuiteGraph = {
  subject: "__typename",
  name: "of entities on a way",
  subgraphs: events.subgraphs,
  world: events.world,
  cases: [
    { query: "{ nodes { next { __typename } } }" },
    { query: "{ nodes { title: __typename next { rank: __typename } } }" },
    { query: "{ nodes { __typename rank next { __typename rank } } }", down: ["more"] },
  ],
};

export const abstractTypes: readonly SuiteGraph[] = [
  media,
  shapes,
  events,
  links,
  conditions,
  conditionsOnKeys,
  typeNames,
  typeNamesOfEntities,
];
