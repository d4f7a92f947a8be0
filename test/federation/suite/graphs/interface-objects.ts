import { federation2, type Row, type SuiteGraph, type World } from "../suite.types.ts";

function accounts(): World {
  const entities: Row[] = [
    { __typename: "Admin", id: "u1", name: "Ada", age: 40, badge: "gold" },
    { __typename: "Regular", id: "u2", name: "Rob", age: 30 },
  ];
  return { entities, roots: { Query: { accounts: entities, people: entities, newest: entities[1] } } };
}

/** The subgraph that knows the interface as an object has root fields of it. */
const simple: SuiteGraph = {
  subject: "@interfaceObject",
  name: "accounts with ages",
  subgraphs: {
    logins: `${federation2}
      type Query { accounts: [Account!]! }
      interface Account @key(fields: "id") { id: ID! name: String! }
      type Admin implements Account @key(fields: "id") { id: ID! name: String! badge: String }
      type Regular implements Account @key(fields: "id") { id: ID! name: String! }`,
    ages: `${federation2}
      type Query { people: [Account] newest: Account }
      type Account @key(fields: "id") @interfaceObject { id: ID! age: Int! }`,
  },
  world: accounts,
  cases: [
    { query: "{ people { age } }" },
    { query: "{ people { id age name } }" },
    { query: "{ people { __typename age } }" },
    { query: "{ people { age ... on Admin { name } } }" },
    { query: "{ accounts { age name } }" },
    { query: "{ accounts { __typename age id } }" },
    { query: "{ newest { id } }" },
    { query: "{ accounts { ... on Admin { age } ... on Regular { name } } }" },
    { query: "{ people { name age } }", faults: ["Account.name"] },
    { query: "{ accounts { name age } }", down: ["ages"] },
  ],
};

/** Two subgraphs know the interface as an object, and each adds fields. */
const twoObjects: SuiteGraph = {
  subject: "@interfaceObject",
  name: "accounts with ages and names of friends",
  subgraphs: {
    logins: simple.subgraphs["logins"]!,
    ages: simple.subgraphs["ages"]!,
    friends: `${federation2}
      type Account @key(fields: "id") @interfaceObject { id: ID! friends: [Account!] nick: String }`,
  },
  world: () => {
    const world = accounts();
    for (const account of world.entities)
      Object.assign(account, { friends: [...world.entities], nick: null });
    return world;
  },
  cases: [
    { query: "{ accounts { age nick friends { age } } }" },
    { query: "{ people { friends { name friends { __typename nick } } } }" },
    { query: "{ accounts { ... on Admin { friends { ... on Regular { age } } } } }" },
    { query: "{ people { friends { id age } } }", down: ["logins"], lost: [] },
    { query: "{ people { age friends { nick } } }", faults: ["Account.nick"] },
  ],
};

function notes(): World {
  const entities: Row[] = [
    { __typename: "Memo", id: "n1", text: "short", likes: 1, score: 6 },
    { __typename: "Letter", id: "n2", text: "longer", likes: 4, score: 10 },
  ];
  return { entities, roots: { Query: { notes: entities, liked: [entities[1]] } } };
}

/** The field that the interface object adds requires one of the interface. */
const withRequirements: SuiteGraph = {
  subject: "@interfaceObject with requirements",
  name: "scores of notes",
  subgraphs: {
    notes: `${federation2}
      type Query { notes: [Note!]! }
      interface Note @key(fields: "id") { id: ID! text: String! }
      type Memo implements Note @key(fields: "id") { id: ID! text: String! }
      type Letter implements Note @key(fields: "id") { id: ID! text: String! }`,
    scores: `${federation2}
      type Query { liked: [Note!]! }
      type Note @key(fields: "id") @interfaceObject { id: ID! text: String! @external score: Int! @requires(fields: "text") }`,
    likes: `${federation2}
      type Note @key(fields: "id") @interfaceObject { id: ID! likes: Int! }`,
  },
  world: notes,
  computed: {
    "Note.score": {
      reads: (row) => ({ text: row["text"] }),
      value: ({ text }) => (text as string).length,
    },
  },
  cases: [
    { query: "{ notes { score } }" },
    { query: "{ liked { score likes } }" },
    { query: "{ liked { id ... on Letter { score text } } }" },
    { query: "{ notes { likes ... on Memo { score } } }" },
    { query: "{ notes { id score } }", faults: ["Note.score"] },
    { query: "{ notes { id score } }", down: ["scores"] },
  ],
};

/** Three subgraphs: two know the interface as an object, of which one requires the other's field. */
const requiresOtherObject: SuiteGraph = {
  subject: "@interfaceObject with requirements",
  name: "ranks from likes",
  subgraphs: {
    notes: withRequirements.subgraphs["notes"]!,
    likes: `${federation2}
      type Note @key(fields: "id") @interfaceObject { id: ID! likes: Int! }`,
    ranks: `${federation2}
      type Query { liked: [Note!]! }
      type Note @key(fields: "id") @interfaceObject { id: ID! likes: Int! @external rank: Int! @requires(fields: "likes") }`,
  },
  world: notes,
  computed: {
    "Note.rank": { reads: (row) => ({ likes: row["likes"] }), value: ({ likes }) => (likes as number) * 10 },
  },
  cases: [
    { query: "{ notes { rank } }" },
    { query: "{ liked { rank } }" },
    { query: "{ liked { rank text __typename } }" },
    { query: "{ notes { ... on Memo { rank likes } } }" },
  ],
};

function posts(): World {
  const entities: Row[] = [
    { __typename: "Poll", id: "x1", created: "mon", views: 7 },
    { __typename: "Story", id: "x2", created: "tue", views: 8 },
  ];
  const wrap = entities.map((post): Row => ({ __typename: "Entry", key: `k${String(post["id"])}`, post }));
  return { entities: [...entities, ...wrap], roots: { Query: { entries: wrap, feed: entities } } };
}

/** The interface object is reached from an entity of a third subgraph. */
const indirect: SuiteGraph = {
  subject: "@interfaceObject indirect",
  name: "views behind entries",
  subgraphs: {
    posts: `${federation2}
      type Query { feed: [Post] }
      interface Post @key(fields: "id") { id: ID! created: String }
      type Poll implements Post @key(fields: "id") { id: ID! created: String }
      type Story implements Post @key(fields: "id") { id: ID! created: String }`,
    views: `${federation2}
      type Post @key(fields: "id") @interfaceObject { id: ID! views: Int }`,
    entries: `${federation2}
      type Query { entries: [Entry!]! }
      type Entry @key(fields: "key") { key: ID! post: Post }
      type Post @key(fields: "id") @interfaceObject { id: ID! }`,
  },
  world: posts,
  cases: [
    { query: "{ entries { post { views } } }" },
    { query: "{ entries { post { created views } key } }" },
    { query: "{ entries { post { __typename id } } }" },
    { query: "{ entries { post { ... on Story { views created } } } }" },
    { query: "{ feed { views } entries { post { created } } }" },
    { query: "{ entries { post { id views created } } }", down: ["posts"] },
  ],
};

/** The interface's own subgraph is only reachable through the interface objects of the others. */
const indirectNested: SuiteGraph = {
  subject: "@interfaceObject indirect",
  name: "accounts behind owners",
  subgraphs: {
    logins: simple.subgraphs["logins"]!,
    owners: `${federation2}
      type Query { owners: [Owner!]! }
      type Owner { key: ID! account: Account! }
      type Account @key(fields: "id", resolvable: false) @interfaceObject { id: ID! }`,
    ages: `${federation2}
      type Account @key(fields: "id") @interfaceObject { id: ID! age: Int! }`,
  },
  world: () => {
    const world = accounts();
    const owners = world.entities.map((account, key): Row => ({
      __typename: "Owner",
      key: `o${key}`,
      account,
    }));
    return { ...world, roots: { Query: { ...world.roots["Query"], owners } } };
  },
  cases: [
    { query: "{ owners { account { id } } }" },
    { query: "{ owners { account { age } } }" },
    { query: "{ owners { account { age name __typename } } }" },
    { query: "{ owners { account { ... on Admin { name age } id } } }" },
  ],
};

function products(): World {
  const entities: Row[] = [
    { __typename: "Bread", id: "p1", title: "Rye", grams: 500 },
    { __typename: "Milk", id: "p2", title: "Oat", litres: 1 },
  ];
  return { entities, roots: { Query: { goods: entities, cheapest: entities[1] } } };
}

/** Nobody can continue in the subgraph that knows the interface as an object. */
const nonResolvable: SuiteGraph = {
  subject: "@interfaceObject, not resolvable",
  name: "goods by id",
  subgraphs: {
    goods: `${federation2}
      type Query { cheapest: Good }
      interface Good @key(fields: "id") { id: ID! title: String }
      type Bread implements Good @key(fields: "id") { id: ID! title: String grams: Int }
      type Milk implements Good @key(fields: "id") { id: ID! title: String litres: Int }`,
    prices: `${federation2}
      type Query { goods: [Good!]! }
      type Good @key(fields: "id", resolvable: false) @interfaceObject { id: ID! }`,
  },
  world: products,
  cases: [
    { query: "{ goods { id } }" },
    { query: "{ goods { id title } }" },
    { query: "{ goods { ... on Milk { title } id } }" },
    { query: "{ goods { id } }", down: ["goods"], lost: [] },
    { query: "{ cheapest { __typename id } }" },
    { query: "{ goods { __typename } }" },
  ],
};

/** The interface object has a key that is not resolvable, and root fields. */
const nonResolvableObject: SuiteGraph = {
  subject: "@interfaceObject, not resolvable",
  name: "accounts that others own",
  subgraphs: {
    logins: simple.subgraphs["logins"]!,
    tickets: `${federation2}
      type Query { tickets: [Ticket!]! people: [Account] }
      type Ticket @key(fields: "key") { key: ID! from: Account }
      type Account @key(fields: "id", resolvable: false) @interfaceObject { id: ID! }`,
  },
  world: () => {
    const world = accounts();
    const tickets = world.entities.map((from, key): Row => ({ __typename: "Ticket", key: `t${key}`, from }));
    return { ...world, roots: { Query: { ...world.roots["Query"], tickets } } };
  },
  cases: [
    { query: "{ tickets { from { id } } }" },
    { query: "{ people { id } tickets { key } }" },
    { query: "{ tickets { from { name } } }" },
    { query: "{ tickets { from { __typename } } }" },
    { query: "{ tickets { from { id } } people { id } }", down: ["logins"], lost: [] },
    { query: "{ people { ... on Regular { name } id } }" },
  ],
};

export const interfaceObjects: readonly SuiteGraph[] = [
  simple,
  twoObjects,
  withRequirements,
  requiresOtherObject,
  indirect,
  indirectNested,
  nonResolvable,
  nonResolvableObject,
];
