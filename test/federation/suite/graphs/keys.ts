import { federation2, finder, row, type SuiteGraph } from "../suite.types.ts";

const complex: SuiteGraph = {
  subject: "complex keys",
  name: "seats of a hall",
  subgraphs: {
    seats: `${federation2}
      type Query { seats: [Seat!]! }
      type Seat @key(fields: "hall { id } row number") { hall: Hall! row: Int! number: Int! }
      type Hall @key(fields: "id") { id: ID! }`,
    halls: `${federation2}
      type Hall @key(fields: "id") { id: ID! name: String }`,
    prices: `${federation2}
      type Seat @key(fields: "hall { id } row number") { hall: Hall! row: Int! number: Int! price: Int }
      type Hall @key(fields: "id", resolvable: false) { id: ID! }`,
  },
  world: () => {
    const hall = row("Hall", { id: "h1", name: "Big" });
    const seat = (number: number) => row("Seat", { hall, row: 1, number, price: number * 10 });
    const entities = [hall, seat(1), seat(2)];
    return { entities, roots: { Query: { seats: entities.slice(1) } } };
  },
  cases: [
    { query: "{ seats { price } }" },
    { query: "{ seats { number hall { name } price } }" },
    { query: "{ seats { hall { id } } }" },
    { query: "{ seats { price row } }", faults: ["Seat.price"] },
    { query: "{ seats { price hall { name } } }", down: ["halls"] },
  ],
};

const lists: SuiteGraph = {
  subject: "complex keys",
  name: "sets of parts",
  subgraphs: {
    sets: `${federation2}
      type Query { sets: [Set] }
      type Set @key(fields: "parts { id kind { code } }") { parts: [Part!]! }
      type Part { id: ID! kind: Kind! }
      type Kind { code: String! }`,
    costs: `${federation2}
      type Set @key(fields: "parts { id kind { code } }") { parts: [Part!]! cost: Int }
      type Part @shareable { id: ID! kind: Kind! }
      type Kind @shareable { code: String! }`,
  },
  world: () => {
    const part = (id: string) => row("Part", { id, kind: row("Kind", { code: `k${id}` }) });
    const entities = [
      row("Set", { parts: [part("1"), part("2")], cost: 5 }),
      row("Set", { parts: [part("3")], cost: 6 }),
    ];
    return { entities, roots: { Query: { sets: [...entities, null] } } };
  },
  cases: [
    { query: "{ sets { cost } }" },
    { query: "{ sets { parts { id } cost } }" },
    { query: "{ sets { parts { kind { code } } cost __typename } }" },
    { query: "{ sets { cost } }", down: ["costs"] },
  ],
};

const nested: SuiteGraph = {
  subject: "nested keys",
  name: "members of organizations",
  subgraphs: {
    members: `${federation2}
      type Query { members: [Member!]! }
      type Member @key(fields: "organization { id } number") { organization: Organization! number: Int! name: String }
      type Organization @key(fields: "id") { id: ID! }`,
    dues: `${federation2}
      type Member @key(fields: "organization { id } number") { organization: Organization! number: Int! due: Int }
      type Organization @key(fields: "id") { id: ID! title: String }`,
  },
  world: () => {
    const organization = row("Organization", { id: "o1", title: "Club" });
    const member = (number: number) =>
      row("Member", { organization, number, name: `M${number}`, due: number * 5 });
    const entities = [organization, member(1), member(2)];
    return { entities, roots: { Query: { members: entities.slice(1) } } };
  },
  cases: [
    { query: "{ members { due } }" },
    { query: "{ members { name due organization { title } } }" },
    { query: "{ members { organization { id title } } }" },
    { query: "{ members { number: due } }" },
    { query: "{ members { due name } }", faults: ["Member.due"] },
    {
      query: `query ($excluded: Boolean!, $included: Boolean!, $bare: Boolean!) {
        members @skip(if: $excluded) @include(if: $included) { due @skip(if: $bare) }
        members { organization { id } }
      }`,
      variables: { excluded: false, included: false, bare: false },
    },
  ],
};

const deeper: SuiteGraph = {
  subject: "nested keys",
  name: "keys three levels deep",
  subgraphs: {
    a: `${federation2}
      type Query { leaf: Leaf }
      type Leaf @key(fields: "branch { tree { id } index }") { branch: Branch! }
      type Branch { tree: Tree! index: Int! }
      type Tree { id: ID! }`,
    b: `${federation2}
      type Leaf @key(fields: "branch { tree { id } index }") { branch: Branch! color: String }
      type Branch @shareable { tree: Tree! index: Int! }
      type Tree @shareable { id: ID! }`,
  },
  world: () => {
    const branch = row("Branch", { tree: row("Tree", { id: "t1" }), index: 4 });
    const leaf = row("Leaf", { branch, color: "green" });
    return { entities: [leaf], roots: { Query: { leaf } } };
  },
  cases: [
    { query: "{ leaf { color } }" },
    { query: "{ leaf { branch { index } color } }" },
    { query: "{ leaf { branch { tree { id } } color } }", faults: ["Leaf.color"] },
  ],
};

const several: SuiteGraph = {
  subject: "several keys per entity",
  name: "users by id, email and login",
  subgraphs: {
    ids: `${federation2}
      type Query { user(id: ID!): User }
      type User @key(fields: "id") { id: ID! }`,
    emails: `${federation2}
      type User @key(fields: "id") @key(fields: "email") { id: ID! email: String! }`,
    logins: `${federation2}
      type Query { logins: [User!]! }
      type User @key(fields: "email") @key(fields: "login { name realm }") { email: String! login: Login! }
      type Login @shareable { name: String! realm: String! }`,
    avatars: `${federation2}
      type User @key(fields: "login { name realm }") { login: Login! avatar: String }
      type Login @shareable { name: String! realm: String! }`,
  },
  world: () => {
    const user = (id: string) =>
      row("User", {
        id,
        email: `${id}@x`,
        login: row("Login", { name: id, realm: "r" }),
        avatar: `${id}.png`,
      });
    const entities = [user("u1"), user("u2")];
    return { entities, roots: { Query: { user: finder(entities), logins: entities } } };
  },
  cases: [
    { query: '{ user(id: "u1") { avatar } }' },
    { query: "{ logins { id avatar } }" },
    { query: '{ user(id: "u2") { id email login { name } } }' },
    { query: '{ user(id: "nobody") { avatar } }' },
    { query: "{ logins { id } }", down: ["emails"], lost: ["User.id"] },
  ],
};

const mashup: SuiteGraph = {
  subject: "several keys per entity",
  name: "a compound key and its parts",
  subgraphs: {
    a: `${federation2}
      type Query { items: [Item] }
      type Item @key(fields: "id") @key(fields: "pair { id code }") { id: ID! pair: Pair! }
      type Pair { id: ID! code: String! }`,
    b: `${federation2}
      type Query { best: Item }
      type Item @key(fields: "pair { id code }") { pair: Pair! weight: Float }
      type Pair @shareable { id: ID! code: String! }`,
    c: `${federation2}
      type Item @key(fields: "id") { id: ID! stock: Int }`,
  },
  world: () => {
    const item = (id: string) =>
      row("Item", { id, pair: row("Pair", { id, code: `c${id}` }), weight: 0.5, stock: 1 });
    const entities = [item("1"), item("2")];
    return { entities, roots: { Query: { items: entities, best: entities[1] } } };
  },
  cases: [
    { query: "{ items { weight stock } }" },
    { query: "{ best { stock } }" },
    { query: "{ best { id pair { code } weight stock } }" },
    { query: "{ items { pair { code } stock } best { id } }", faults: ["Item.stock"] },
  ],
};

const parents: SuiteGraph = {
  subject: "parent entity calls",
  name: "categories of products",
  subgraphs: {
    a: `${federation2}
      type Query { products: [Product!]! }
      type Product @key(fields: "id") { id: ID! }`,
    b: `${federation2}
      type Product @key(fields: "id") { id: ID! category: Category @shareable }
      type Category { details: String }`,
    c: `${federation2}
      type Product @key(fields: "id") { id: ID! category: Category @shareable }
      type Category { size: Int }`,
  },
  world: () => {
    const category = row("Category", { details: "d", size: 3 });
    const entities = [row("Product", { id: "p1", category }), row("Product", { id: "p2", category: null })];
    return { entities, roots: { Query: { products: entities } } };
  },
  cases: [
    { query: "{ products { category { details size } } }" },
    { query: "{ products { category { size } id } }" },
    { query: "{ products { category { size details } } }", faults: ["Category.size"] },
  ],
};

const parentsDeep: SuiteGraph = {
  subject: "parent entity calls",
  name: "values two levels below the entity",
  subgraphs: {
    a: `${federation2}
      type Query { order: Order }
      type Order @key(fields: "id") { id: ID! route: Route @shareable }
      type Route { from: Stop @shareable }
      type Stop { name: String }`,
    b: `${federation2}
      type Order @key(fields: "id") { id: ID! route: Route @shareable }
      type Route { from: Stop @shareable legs: [Leg!] }
      type Stop { zip: String }
      type Leg { km: Int! }`,
  },
  world: () => {
    const from = row("Stop", { name: "Ulm", zip: "89073" });
    const order = row("Order", { id: "o1", route: row("Route", { from, legs: [row("Leg", { km: 4 })] }) });
    return { entities: [order], roots: { Query: { order } } };
  },
  cases: [
    { query: "{ order { route { from { name zip } } } }" },
    { query: "{ order { route { legs { km } from { zip } } } }" },
    { query: "{ order { route { legs { km } from { name } } } }", faults: ["Leg.km"] },
  ],
};

export const keys: readonly SuiteGraph[] = [
  complex,
  lists,
  nested,
  deeper,
  several,
  mashup,
  parents,
  parentsDeep,
];
