import { federation2, row, type SuiteGraph } from "../suite.types.ts";

const federation1: SuiteGraph = {
  subject: "@external in federation 1",
  name: "reviews that extend products",
  subgraphs: {
    products: `
      type Query { products: [Product] }
      type Product @key(fields: "upc") { upc: String! name: String weight: Int }`,
    reviews: `
      extend type Query { reviews: [Review] }
      type Review @key(fields: "id") { id: ID! body: String product: Product }
      extend type Product @key(fields: "upc") { upc: String! @external reviews: [Review] }`,
    shipping: `
      extend type Product @key(fields: "upc") { upc: String! @external weight: Int @external
        shipping: Int @requires(fields: "weight") }`,
  },
  world: () => {
    const product = row("Product", { upc: "u1", name: "Chair", weight: 4 });
    const review = row("Review", { id: "r1", body: "good", product });
    Object.assign(product, { reviews: [review] });
    return {
      entities: [product, review],
      roots: { Query: { products: [product], reviews: [review, null] } },
    };
  },
  computed: {
    "Product.shipping": {
      reads: ({ weight }) => ({ weight }),
      value: ({ weight }) => (weight as number) * 2,
    },
  },
  cases: [
    { query: "{ products { name reviews { body } shipping } }" },
    { query: "{ reviews { product { name shipping } } }" },
    { query: "{ reviews { product { upc } id } }" },
    { query: "{ products { upc shipping } }", faults: ["Product.shipping"] },
    { query: "{ reviews { body product { name } } }", down: ["products"] },
  ],
};

const federation1Provides: SuiteGraph = {
  subject: "@external in federation 1",
  name: "provided names of users",
  subgraphs: {
    users: `
      type Query { me: User }
      type User @key(fields: "id") { id: ID! name: String age: Int }`,
    posts: `
      extend type Query { posts: [Post!]! }
      type Post @key(fields: "id") { id: ID! author: User @provides(fields: "name") editor: User }
      extend type User @key(fields: "id") { id: ID! @external name: String @external posts: [Post!] }`,
  },
  world: () => {
    const user = row("User", { id: "u1", name: "Ann", age: 3 });
    const post = row("Post", { id: "p1", author: user, editor: user });
    Object.assign(user, { posts: [post] });
    return { entities: [user, post], roots: { Query: { me: user, posts: [post] } } };
  },
  cases: [
    { query: "{ posts { author { name } } }", down: ["users"], lost: [] },
    { query: "{ posts { author { name age } editor { name } } }" },
    { query: "{ me { posts { author { id name } } } }" },
    { query: "{ posts { editor { name } id } }", faults: ["User.name"] },
  ],
};

const federation2External: SuiteGraph = {
  subject: "@external in federation 2",
  name: "keys and requirements",
  subgraphs: {
    a: `${federation2}
      type Query { rooms: [Room!] }
      type Room @key(fields: "id") { id: ID! width: Int length: Int }`,
    b: `${federation2}
      type Query { biggest: Room }
      type Room @key(fields: "id") { id: ID! width: Int @external length: Int @external area: Int @requires(fields: "width length") }`,
  },
  world: () => {
    const entities = [
      row("Room", { id: "r1", width: 2, length: 3 }),
      row("Room", { id: "r2", width: 4, length: 5 }),
    ];
    return { entities, roots: { Query: { rooms: entities, biggest: entities[1] } } };
  },
  computed: {
    "Room.area": {
      reads: ({ width, length }) => ({ width, length }),
      value: ({ width, length }) => (width as number) * (length as number),
    },
  },
  cases: [
    { query: "{ rooms { area } }" },
    { query: "{ biggest { area } }" },
    { query: "{ biggest { width area } rooms { length } }" },
    { query: "{ biggest { id area } }", faults: ["Room.area"] },
    { query: "{ biggest { id width } }", down: ["a"] },
  ],
};

const federation2Provides: SuiteGraph = {
  subject: "@external in federation 2",
  name: "provided and foreign paths to one entity",
  subgraphs: {
    a: `${federation2}
      type Query { top: Song @provides(fields: "title") other: Song }
      type Song @key(fields: "id") { id: ID! title: String @external }`,
    b: `${federation2}
      type Song @key(fields: "id") { id: ID! title: String @shareable length: Int }`,
  },
  world: () => {
    const song = row("Song", { id: "s1", title: "Hum", length: 3 });
    return { entities: [song], roots: { Query: { top: song, other: song } } };
  },
  cases: [
    { query: "{ top { title } }", down: ["b"], lost: [] },
    { query: "{ top { title length } other { title } }" },
    { query: "{ other { title id } }" },
    { query: "{ top { title } other { title } }", faults: ["Song.title"] },
  ],
};

const hidden: SuiteGraph = {
  subject: "@inaccessible",
  name: "hidden fields, keys and types",
  subgraphs: {
    a: `${federation2}
      type Query { agents: [Agent] hits: [Hit] secret: String @inaccessible }
      type Agent @key(fields: "code") { code: ID! @inaccessible alias: String real: String @inaccessible }
      union Hit = Agent | Ghost
      type Ghost @inaccessible { id: ID! }`,
    b: `${federation2}
      type Agent @key(fields: "code") { code: ID! @inaccessible missions: Int real: String @external
        greeting: String @requires(fields: "real") }`,
  },
  world: () => {
    const agent = row("Agent", { code: "7", alias: "J", real: "James", missions: 20 });
    const ghost = row("Ghost", { id: "g" });
    return { entities: [agent], roots: { Query: { agents: [agent], hits: [agent, ghost] } } };
  },
  computed: {
    "Agent.greeting": { reads: ({ real }) => ({ real }), value: ({ real }) => `Hi ${String(real)}` },
  },
  cases: [
    { query: "{ agents { alias missions } }" },
    { query: "{ agents { greeting } }" },
    { query: "{ hits { __typename ... on Agent { missions } } }" },
    { query: "{ hits { ... on Agent { greeting alias } } }" },
    { query: "{ agents { alias missions } }", down: ["b"] },
  ],
};

const hiddenMembers: SuiteGraph = {
  subject: "@inaccessible",
  name: "hidden implementations",
  subgraphs: {
    a: `${federation2}
      type Query { nodes: [Node] node: Node must: [Node!] }
      interface Node { id: ID! }
      interface Internal @inaccessible { trace: String }
      type Open implements Node @key(fields: "id") { id: ID! }
      type Closed implements Node & Internal @key(fields: "id") @inaccessible { id: ID! trace: String }`,
    b: `${federation2}
      interface Node { id: ID! size: Int }
      type Open implements Node @key(fields: "id") { id: ID! size: Int }
      type Closed implements Node @key(fields: "id") @inaccessible { id: ID! size: Int }`,
  },
  world: () => {
    const open = row("Open", { id: "1", size: 1 });
    const closed = row("Closed", { id: "2", size: 2, trace: "t" });
    return {
      entities: [open, closed],
      roots: { Query: { nodes: [open, closed], node: closed, must: [closed, open] } },
    };
  },
  cases: [
    { query: "{ nodes { id } }" },
    { query: "{ nodes { size } }" },
    { query: "{ node { id } }" },
    { query: "{ node { __typename } must { id } }" },
  ],
};

const errorsOnWay: SuiteGraph = {
  subject: "errors",
  name: "at each place of a way",
  subgraphs: {
    a: `${federation2}
      type Query { list: [A] strict: [A!]! one: A! }
      type A @key(fields: "id") { id: ID! name: String }`,
    b: `${federation2}
      type A @key(fields: "id") { id: ID! b: B need: B! many: [B!] }
      type B @key(fields: "id") { id: ID! }`,
    c: `${federation2}
      type B @key(fields: "id") { id: ID! value: Int must: Int! }`,
  },
  world: () => {
    const bs = [1, 2].map((value) => row("B", { id: `b${value}`, value, must: value }));
    const as = bs.map((b, index) => row("A", { id: `a${index}`, name: "n", b, need: b, many: bs }));
    return { entities: [...as, ...bs], roots: { Query: { list: [...as, null], strict: as, one: as[0] } } };
  },
  cases: [
    { query: "{ list { name b { value } } }", faults: ["A.name"] },
    { query: "{ list { b { value must } need { id } } }", faults: ["B.must"] },
    { query: "{ strict { need { must } } list { id } }", faults: ["B.must"] },
    { query: "{ one { many { must } id } }", faults: ["B.must"] },
    { query: "{ list { need { value } } }", faults: ["A.need"] },
    { query: "{ one { b { value } } list { name } }", faults: ["Query.list"] },
    { query: "{ one { name b { must } } }", down: ["c"] },
    { query: "{ list { name b { value } } }", down: ["b"] },
    { query: "{ list { id } one { id } }", down: ["a"] },
  ],
};

const errorsShared: SuiteGraph = {
  subject: "errors",
  name: "of one entity at several places",
  subgraphs: {
    a: `${federation2}
      type Query { first: P second: P all: [P!] }
      type P @key(fields: "id") { id: ID! friend: P }`,
    b: `${federation2}
      type P @key(fields: "id") { id: ID! age: Int! nick: String }`,
  },
  world: () => {
    const p = row("P", { id: "1", age: 4, nick: "x" });
    const q = row("P", { id: "2", age: 5, nick: "y", friend: p });
    Object.assign(p, { friend: q });
    return { entities: [p, q], roots: { Query: { first: p, second: p, all: [p, q, p] } } };
  },
  cases: [
    { query: "{ first { age } second { age } all { nick } }", faults: ["P.age"] },
    { query: "{ all { nick friend { nick friend { age } } } }", faults: ["P.nick"] },
    { query: "{ all { friend { age } } first { nick } }", faults: ["P.age"] },
    { query: "{ first { friend { nick } } all { id age } }", down: ["b"] },
  ],
};

export const visibility: readonly SuiteGraph[] = [
  federation1,
  federation1Provides,
  federation2External,
  federation2Provides,
  hidden,
  hiddenMembers,
  errorsOnWay,
  errorsShared,
];
