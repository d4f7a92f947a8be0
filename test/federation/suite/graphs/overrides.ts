import { federation2, finder, row, type SuiteGraph } from "../suite.types.ts";

const plain: SuiteGraph = {
  subject: "@override",
  name: "a title that moved",
  subgraphs: {
    old: `${federation2}
      type Query { posts: [Post!]! }
      type Post @key(fields: "id") { id: ID! title: String author: String }`,
    new: `${federation2}
      type Query { latest: Post }
      type Post @key(fields: "id") { id: ID! title: String @override(from: "old") }`,
  },
  world: () => {
    const post = (id: string) => row("Post", { id, title: `T${id}`, author: `A${id}` });
    const entities = [post("1"), post("2")];
    return { entities, roots: { Query: { posts: entities, latest: entities[1] } } };
  },
  deviations: { "old:Post.title": "outdated" },
  cases: [
    { query: "{ posts { title } }" },
    { query: "{ latest { title author } }" },
    { query: "{ posts { id title author } }", faults: ["Post.title"] },
    { query: "{ posts { title author } }", down: ["new"], lost: ["Post.title"] },
  ],
};

const root: SuiteGraph = {
  subject: "@override",
  name: "a root field that moved",
  subgraphs: {
    old: `${federation2}
      type Query { newest: Post posts: [Post] }
      type Post @key(fields: "id") { id: ID! title: String }`,
    new: `${federation2}
      type Query { newest: Post @override(from: "old") }
      type Post @key(fields: "id") { id: ID! likes: Int }`,
  },
  world: () => {
    const entities = [row("Post", { id: "1", title: "one", likes: 4 })];
    return { entities, roots: { Query: { newest: entities[0], posts: entities } } };
  },
  deviations: { "old:Query.newest": () => row("Post", { id: "0", title: "outdated" }) },
  cases: [
    { query: "{ newest { id } }" },
    { query: "{ newest { title likes } }" },
    { query: "{ posts { likes } newest { title } }" },
    { query: "{ newest { likes title } }", down: ["old"] },
  ],
};

const withRequires: SuiteGraph = {
  subject: "@override with @requires",
  name: "totals that moved",
  subgraphs: {
    base: `${federation2}
      type Query { carts: [Cart!]! }
      type Cart @key(fields: "id") { id: ID! net: Int! tax: Int! }`,
    old: `${federation2}
      type Cart @key(fields: "id") { id: ID! net: Int! @external total: Int @requires(fields: "net") note: String @requires(fields: "net") }`,
    new: `${federation2}
      type Cart @key(fields: "id") { id: ID! net: Int! @external tax: Int! @external
        total: Int @override(from: "old") @requires(fields: "net tax") }`,
  },
  world: () => {
    const entities = [1, 2].map((n) => row("Cart", { id: `c${n}`, net: n * 10, tax: n }));
    return { entities, roots: { Query: { carts: entities } } };
  },
  computed: {
    "Cart.total": {
      reads: ({ net, tax }) => ({ net, tax }),
      value: ({ net, tax }) => (net as number) + (tax as number),
    },
    "Cart.note": { reads: ({ net }) => ({ net }), value: ({ net }) => `net ${String(net)}` },
  },
  deviations: { "old:Cart.total": -1 },
  cases: [
    { query: "{ carts { total } }" },
    { query: "{ carts { note total } }" },
    { query: "{ carts { net tax total id } }", faults: ["Cart.total"] },
    { query: "{ carts { total note } }", down: ["old"] },
  ],
};

const requiredMoved: SuiteGraph = {
  subject: "@override with @requires",
  name: "the required field moved",
  subgraphs: {
    old: `${federation2}
      type Query { boxes: [Box] }
      type Box @key(fields: "id") { id: ID! weight: Int }`,
    new: `${federation2}
      type Box @key(fields: "id") { id: ID! weight: Int @override(from: "old") }`,
    post: `${federation2}
      type Box @key(fields: "id") { id: ID! weight: Int @external postage: Int @requires(fields: "weight") }`,
  },
  world: () => {
    const entities = [3, null].map((weight, index) => row("Box", { id: `b${index}`, weight }));
    return { entities, roots: { Query: { boxes: entities } } };
  },
  computed: {
    "Box.postage": {
      reads: ({ weight }) => ({ weight }),
      value: ({ weight }) => (weight === null ? null : (weight as number) * 2),
    },
  },
  deviations: { "old:Box.weight": 100 },
  cases: [
    { query: "{ boxes { postage } }" },
    { query: "{ boxes { weight postage } }" },
    { query: "{ boxes { id weight } }", faults: ["Box.weight"] },
    { query: "{ boxes { id postage } }", faults: ["Box.postage"] },
  ],
};

const onInterface: SuiteGraph = {
  subject: "@override on interfaces",
  name: "dates of posts",
  subgraphs: {
    old: `${federation2}
      type Query { feed: [Post!] }
      interface Post { id: ID! created: String }
      type Text implements Post @key(fields: "id") { id: ID! created: String }
      type Photo implements Post @key(fields: "id") { id: ID! created: String }`,
    new: `${federation2}
      type Query { others: [Post!] }
      interface Post { id: ID! created: String }
      type Text implements Post @key(fields: "id") { id: ID! created: String @override(from: "old") }
      type Photo implements Post @key(fields: "id") { id: ID! created: String @override(from: "old") }`,
  },
  world: () => {
    const entities = [row("Text", { id: "1", created: "mon" }), row("Photo", { id: "2", created: "tue" })];
    return { entities, roots: { Query: { feed: entities, others: entities } } };
  },
  deviations: { "old:Text.created": "never", "old:Photo.created": "never" },
  cases: [
    { query: "{ feed { created } }" },
    { query: "{ feed { id ... on Photo { created } } }" },
    { query: "{ others { created __typename } }" },
    { query: "{ feed { created id } }", faults: ["Photo.created"] },
  ],
};

const onOneMember: SuiteGraph = {
  subject: "@override on interfaces",
  name: "one member's field moved",
  subgraphs: {
    old: `${federation2}
      type Query { pets: [Pet!] }
      interface Pet { id: ID! name: String }
      type Cat implements Pet @key(fields: "id") { id: ID! name: String }
      type Dog implements Pet @key(fields: "id") { id: ID! name: String }`,
    new: `${federation2}
      type Dog @key(fields: "id") { id: ID! name: String @override(from: "old") }`,
  },
  world: () => {
    const entities = [row("Cat", { id: "1", name: "Tom" }), row("Dog", { id: "2", name: "Rex" })];
    return { entities, roots: { Query: { pets: entities } } };
  },
  deviations: { "old:Dog.name": "nobody" },
  cases: [
    { query: "{ pets { name } }" },
    { query: "{ pets { ... on Dog { name } ... on Cat { name id } } }" },
    { query: "{ pets { __typename name } }", down: ["new"], lost: ["Dog.name"] },
  ],
};

const unavailable: SuiteGraph = {
  subject: "@override on unavailable graphs",
  name: "from a subgraph that does not exist",
  subgraphs: {
    a: `${federation2}
      type Query { user(id: ID!): User }
      type User @key(fields: "id") { id: ID! name: String @override(from: "retired") }`,
    b: `${federation2}
      type User @key(fields: "id") { id: ID! age: Int @override(from: "gone") }`,
  },
  world: () => {
    const entities = [row("User", { id: "1", name: "Ann", age: 9 })];
    return { entities, roots: { Query: { user: finder(entities) } } };
  },
  cases: [
    { query: '{ user(id: "1") { name age } }' },
    { query: '{ user(id: "1") { age } }', faults: ["User.age"] },
    { query: '{ user(id: "2") { name } }' },
  ],
};

const unavailableShared: SuiteGraph = {
  subject: "@override on unavailable graphs",
  name: "fields taken over from a subgraph that is down",
  subgraphs: {
    old: `${federation2}
      type Query { legacy: Report }
      type Report @key(fields: "id") { id: ID! rows: Int pages: Int }`,
    new: `${federation2}
      type Query { report: Report }
      type Report @key(fields: "id") { id: ID! rows: Int @override(from: "old") pages: Int @override(from: "old") }`,
  },
  world: () => {
    const entities = [row("Report", { id: "1", rows: 7, pages: 2 })];
    return { entities, roots: { Query: { report: entities[0], legacy: entities[0] } } };
  },
  deviations: { "old:Report.rows": -1, "old:Report.pages": -1 },
  cases: [
    { query: "{ report { rows pages } }", down: ["old"] },
    { query: "{ legacy { rows pages } }" },
    { query: "{ legacy { id } report { id pages } }", down: ["old"] },
  ],
};

export const overrides: readonly SuiteGraph[] = [
  plain,
  root,
  withRequires,
  requiredMoved,
  onInterface,
  onOneMember,
  unavailable,
  unavailableShared,
];
