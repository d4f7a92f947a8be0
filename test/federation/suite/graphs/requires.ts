import { federation2, row, type Row, type SuiteGraph } from "../suite.types.ts";

const num = (value: unknown): number => value as number;

const fragments: SuiteGraph = {
  subject: "@requires with fragments",
  name: "sizes of parcels",
  subgraphs: {
    data: `${federation2}
      type Query { parcels: [Parcel!]! }
      type Parcel @key(fields: "id") { id: ID! content: Content! }
      interface Content { weight: Int! }
      type Solid implements Content { weight: Int! size: Int! }
      type Liquid implements Content { weight: Int! litres: Int! }`,
    fees: `${federation2}
      type Parcel @key(fields: "id") { id: ID! content: Content! @external
        fee: Int @requires(fields: "content { weight ... on Solid { size } ... on Liquid { litres } }") }
      interface Content { weight: Int! }
      type Solid implements Content @external { weight: Int! size: Int! }
      type Liquid implements Content @external { weight: Int! litres: Int! }`,
  },
  world: () => {
    const solid = row("Solid", { weight: 2, size: 30 });
    const liquid = row("Liquid", { weight: 3, litres: 1 });
    const entities = [solid, liquid].map((content, index) => row("Parcel", { id: `p${index}`, content }));
    return { entities, roots: { Query: { parcels: entities } } };
  },
  computed: {
    "Parcel.fee": {
      reads: ({ content }) => ({ content }),
      value: ({ content }) => {
        const { weight, size, litres } = content as Record<string, number | undefined>;
        return num(weight) + (size ?? num(litres) * 100);
      },
    },
  },
  cases: [
    { query: "{ parcels { fee } }" },
    { query: "{ parcels { content { weight ... on Liquid { litres } } fee } }" },
    { query: "{ parcels { id fee content { __typename } } }" },
    { query: "{ parcels { id fee } }", faults: ["Parcel.fee"] },
  ],
};

const fragmentsOnUnion: SuiteGraph = {
  subject: "@requires with fragments",
  name: "labels of owners",
  subgraphs: {
    data: `${federation2}
      type Query { cars: [Car] }
      type Car @key(fields: "id") { id: ID! owner: Owner }
      union Owner = Person | Firm
      type Person { first: String! last: String! }
      type Firm { title: String! }`,
    labels: `${federation2}
      type Car @key(fields: "id") { id: ID! owner: Owner @external
        label: String @requires(fields: "owner { ... on Person { last } ... on Firm { title } }") }
      union Owner = Person | Firm
      type Person @external { last: String! }
      type Firm @external { title: String! }`,
  },
  world: () => {
    const owners = [row("Person", { first: "Al", last: "Ng" }), row("Firm", { title: "Co" }), null];
    const entities = owners.map((owner, index) => row("Car", { id: `c${index}`, owner }));
    return { entities, roots: { Query: { cars: entities } } };
  },
  computed: {
    "Car.label": {
      reads: ({ owner }) => ({ owner }),
      value: ({ owner }) => {
        const read = owner as Record<string, string> | null;
        return read && (read["last"] ?? read["title"] ?? "?");
      },
    },
  },
  cases: [
    { query: "{ cars { label } }" },
    { query: "{ cars { owner { ... on Person { first } } label } }" },
    { query: "{ cars { owner { __typename } label id } }" },
  ],
};

const onInterfaces: SuiteGraph = {
  subject: "@requires on interfaces",
  name: "ages of animals",
  subgraphs: {
    zoo: `${federation2}
      type Query { animals: [Animal!]! }
      interface Animal { id: ID! born: Int! }
      type Cat implements Animal @key(fields: "id") { id: ID! born: Int! }
      type Dog implements Animal @key(fields: "id") { id: ID! born: Int! }`,
    ages: `${federation2}
      interface Animal { id: ID! age: Int }
      type Cat implements Animal @key(fields: "id") { id: ID! born: Int! @external age: Int @requires(fields: "born") }
      type Dog implements Animal @key(fields: "id") { id: ID! born: Int! @external age: Int @requires(fields: "born") }`,
  },
  world: () => {
    const entities = [row("Cat", { id: "1", born: 2020 }), row("Dog", { id: "2", born: 2015 })];
    return { entities, roots: { Query: { animals: entities } } };
  },
  computed: {
    "Cat.age": { reads: ({ born }) => ({ born }), value: ({ born }) => 2026 - num(born) },
    "Dog.age": { reads: ({ born }) => ({ born }), value: ({ born }) => (2026 - num(born)) * 7 },
  },
  cases: [
    { query: "{ animals { age } }" },
    { query: "{ animals { id born age } }" },
    { query: "{ animals { ... on Dog { age } __typename } }" },
    { query: "{ animals { born: age } }" },
    { query: "{ animals { id age } }", faults: ["Dog.age"] },
  ],
};

const requiresInterface: SuiteGraph = {
  subject: "@requires on interfaces",
  name: "a required interface field",
  subgraphs: {
    a: `${federation2}
      type Query { lines: [Line!] }
      type Line @key(fields: "id") { id: ID! item: Item }
      interface Item { sku: String! }
      type Tool implements Item { sku: String! power: Int }
      type Part implements Item { sku: String! }`,
    b: `${federation2}
      type Line @key(fields: "id") { id: ID! item: Item @external code: String @requires(fields: "item { sku }") }
      interface Item { sku: String! }
      type Tool implements Item @external { sku: String! }
      type Part implements Item @external { sku: String! }`,
  },
  world: () => {
    const items = [row("Tool", { sku: "t", power: 5 }), row("Part", { sku: "p" }), null];
    const entities = items.map((item, index) => row("Line", { id: `l${index}`, item }));
    return { entities, roots: { Query: { lines: entities } } };
  },
  computed: {
    "Line.code": {
      reads: ({ item }) => ({ item }),
      value: ({ item }) => (item ? `#${String((item as Row)["sku"])}` : null),
    },
  },
  cases: [
    { query: "{ lines { code } }" },
    { query: "{ lines { item { ... on Tool { power } } code } }" },
    { query: "{ lines { code item { sku } } }", faults: ["Line.code"] },
  ],
};

const circular: SuiteGraph = {
  subject: "@requires circular",
  name: "two subgraphs that need each other",
  subgraphs: {
    a: `${federation2}
      type Query { posts: [Post!] }
      type Post @key(fields: "id") { id: ID! byNovice: Boolean @external byExpert: Boolean @requires(fields: "byNovice") author: Author }
      type Author @key(fields: "id") { id: ID! }`,
    b: `${federation2}
      type Post @key(fields: "id") { id: ID! author: Author @external
        byNovice: Boolean @requires(fields: "author { years }") }
      type Author @key(fields: "id") { id: ID! years: Int @external }`,
    c: `${federation2}
      type Author @key(fields: "id") { id: ID! years: Int }`,
  },
  world: () => {
    const authors = [row("Author", { id: "x", years: 1 }), row("Author", { id: "y", years: 9 })];
    const posts = authors.map((author, index) => row("Post", { id: `p${index}`, author }));
    return { entities: [...authors, ...posts], roots: { Query: { posts } } };
  },
  computed: {
    "Post.byNovice": {
      reads: ({ author }) => ({ author }),
      value: ({ author }) => num((author as Row)["years"]) < 5,
    },
    "Post.byExpert": {
      reads: ({ author }) => ({ byNovice: num((author as Row)["years"]) < 5 }),
      value: ({ byNovice }) => !(byNovice as boolean),
    },
  },
  cases: [
    { query: "{ posts { byExpert } }" },
    { query: "{ posts { byNovice } }" },
    { query: "{ posts { byExpert byNovice author { years } } }" },
    { query: "{ posts { id byExpert } }", faults: ["Post.byExpert"] },
  ],
};

const selfCircular: SuiteGraph = {
  subject: "@requires circular",
  name: "a field that comes back to its subgraph",
  subgraphs: {
    a: `${federation2}
      type Query { item: Item }
      type Item @key(fields: "id") { id: ID! net: Int gross: Int @external tag: String @requires(fields: "gross") }`,
    b: `${federation2}
      type Item @key(fields: "id") { id: ID! net: Int @external gross: Int @requires(fields: "net") }`,
  },
  world: () => {
    const item = row("Item", { id: "i", net: 10 });
    return { entities: [item], roots: { Query: { item } } };
  },
  computed: {
    "Item.gross": { reads: ({ net }) => ({ net }), value: ({ net }) => num(net) + 2 },
    "Item.tag": {
      reads: ({ net }) => ({ gross: num(net) + 2 }),
      value: ({ gross }) => `${String(gross)} EUR`,
    },
  },
  cases: [
    { query: "{ item { tag } }" },
    { query: "{ item { net gross tag } }" },
    { query: "{ item { t: tag n: net } }", faults: ["Item.tag"] },
  ],
};

const chained: SuiteGraph = {
  subject: "@requires chained",
  name: "four links",
  subgraphs: {
    a: `${federation2}
      type Query { things: [Thing!] }
      type Thing @key(fields: "id") { id: ID! a: Int }`,
    b: `${federation2}
      type Thing @key(fields: "id") { id: ID! a: Int @external b: Int @requires(fields: "a") }`,
    c: `${federation2}
      type Thing @key(fields: "id") { id: ID! b: Int @external c: Int @requires(fields: "b") }`,
    d: `${federation2}
      type Thing @key(fields: "id") { id: ID! a: Int @external c: Int @external d: Int @requires(fields: "c a") }`,
  },
  world: () => {
    const entities = [1, 5].map((a) => row("Thing", { id: `t${a}`, a }));
    return { entities, roots: { Query: { things: entities } } };
  },
  computed: {
    "Thing.b": { reads: ({ a }) => ({ a }), value: ({ a }) => num(a) + 1 },
    "Thing.c": { reads: ({ a }) => ({ b: num(a) + 1 }), value: ({ b }) => num(b) * 2 },
    "Thing.d": { reads: ({ a }) => ({ a, c: (num(a) + 1) * 2 }), value: ({ a, c }) => num(a) - num(c) },
  },
  cases: [
    { query: "{ things { d } }" },
    { query: "{ things { a b c d } }" },
    { query: "{ things { c id } }" },
    { query: "{ things { a: b b: a d } }" },
    { query: "{ things { id d } }", faults: ["Thing.d"] },
  ],
};

const chainedAcross: SuiteGraph = {
  subject: "@requires chained",
  name: "over two types",
  subgraphs: {
    a: `${federation2}
      type Query { orders: [Order] }
      type Order @key(fields: "id") { id: ID! lines: [Line!]! }
      type Line @key(fields: "id") { id: ID! count: Int! }`,
    b: `${federation2}
      type Line @key(fields: "id") { id: ID! count: Int! @external cost: Int! @requires(fields: "count") }`,
    c: `${federation2}
      type Order @key(fields: "id") { id: ID! lines: [Line!]! @external total: Int @requires(fields: "lines { cost }") }
      type Line @key(fields: "id") { id: ID! cost: Int! @external }`,
  },
  world: () => {
    const lines = [1, 2, 3].map((count) => row("Line", { id: `l${count}`, count }));
    const orders = [
      row("Order", { id: "o1", lines: lines.slice(0, 2) }),
      row("Order", { id: "o2", lines: [] }),
    ];
    return { entities: [...lines, ...orders], roots: { Query: { orders } } };
  },
  computed: {
    "Line.cost": { reads: ({ count }) => ({ count }), value: ({ count }) => num(count) * 3 },
    "Order.total": {
      reads: ({ lines }) => ({ lines: (lines as Row[]).map(({ count }) => ({ cost: num(count) * 3 })) }),
      value: ({ lines }) => (lines as { cost: number }[]).reduce((sum, { cost }) => sum + cost, 0),
    },
  },
  cases: [
    { query: "{ orders { total } }" },
    { query: "{ orders { lines { cost count } total } }" },
    { query: "{ orders { id total } }", faults: ["Order.total"] },
    { query: "{ orders { id total } }", down: ["c"] },
  ],
};

export const requires: readonly SuiteGraph[] = [
  fragments,
  fragmentsOnUnion,
  onInterfaces,
  requiresInterface,
  circular,
  selfCircular,
  chained,
  chainedAcross,
];
