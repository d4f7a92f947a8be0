import { federation2, finder, row, type Row, type SuiteGraph } from "../suite.types.ts";

const shared: SuiteGraph = {
  subject: "shared roots",
  name: "a product from three subgraphs",
  subgraphs: {
    names: `${federation2}
      type Query { product: Product @shareable products: [Product!]! @shareable }
      type Product { id: ID! @shareable name: Label }
      type Label { text: String brand: Brand @shareable }
      type Brand { id: ID! @shareable }`,
    prices: `${federation2}
      type Query { product: Product @shareable products: [Product!]! @shareable }
      type Product { id: ID! @shareable price: Price }
      type Price { cents: Int brand: Brand }
      type Brand @shareable { id: ID! }`,
    stock: `${federation2}
      type Query { product: Product @shareable products: [Product!]! @shareable }
      type Product { id: ID! @shareable stock: Int }`,
  },
  world: () => {
    const brand = row("Brand", { id: "b" });
    const product = (id: string) =>
      row("Product", {
        id,
        name: row("Label", { text: `P${id}`, brand }),
        price: row("Price", { cents: 5, brand }),
        stock: 1,
      });
    const products = [product("1"), product("2")];
    return { entities: [], roots: { Query: { product: products[0], products } } };
  },
  cases: [
    { query: "{ product { id name { text } price { cents } stock } }" },
    { query: "{ products { stock name { brand { id } } price { brand { id } } } }" },
    { query: "{ products { id } product { stock } }" },
    { query: "{ product { stock price { cents } } }", faults: ["Product.stock"] },
    { query: "{ product { name { text } stock } }", down: ["stock"] },
  ],
};

const sharedEntities: SuiteGraph = {
  subject: "shared roots",
  name: "a viewer from two subgraphs",
  subgraphs: {
    a: `${federation2}
      type Query { viewer: Viewer @shareable }
      type Viewer { id: ID! @shareable profile: Profile }
      type Profile @key(fields: "id") { id: ID! name: String }`,
    b: `${federation2}
      type Query { viewer: Viewer @shareable }
      type Viewer { id: ID! @shareable settings: Settings }
      type Settings { theme: String profile: Profile }
      type Profile @key(fields: "id") { id: ID! age: Int }`,
  },
  world: () => {
    const profile = row("Profile", { id: "p1", name: "Eva", age: 5 });
    const viewer = row("Viewer", { id: "v", profile, settings: row("Settings", { theme: "dark", profile }) });
    return { entities: [profile], roots: { Query: { viewer } } };
  },
  cases: [
    { query: "{ viewer { id profile { name age } settings { theme } } }" },
    { query: "{ viewer { settings { profile { name } } } }" },
    { query: "{ viewer { profile { age } settings { profile { age name } } } }", faults: ["Profile.age"] },
    { query: "{ viewer { __typename settings { theme } profile { id } } }" },
  ],
};

const counter: SuiteGraph = {
  subject: "mutations in order",
  name: "a counter of two subgraphs",
  subgraphs: {
    a: `${federation2}
      type Query { value: Int! }
      type Mutation { add(by: Int!): Int! product(name: String!): Product! }
      type Product @key(fields: "id") { id: ID! name: String! }`,
    b: `${federation2}
      type Mutation { multiply(by: Int!): Int! remove: Boolean }
      type Product @key(fields: "id") { id: ID! rank: Int }`,
  },
  world: () => {
    let value = 0;
    const entities: Row[] = [];
    const Mutation = {
      add: ({ by }: Record<string, unknown>) => (value += by as number),
      multiply: ({ by }: Record<string, unknown>) => (value *= by as number),
      remove: () => entities.pop() !== undefined,
      product: ({ name }: Record<string, unknown>) => {
        const made = row("Product", { id: `i${entities.length}`, name, rank: value });
        entities.push(made);
        return made;
      },
    };
    return { entities, roots: { Query: { value: () => value }, Mutation } };
  },
  cases: [
    { query: "mutation { a: add(by: 1) b: multiply(by: 5) c: add(by: 2) d: multiply(by: 3) }" },
    { query: "mutation { d: multiply(by: 3) c: add(by: 2) b: multiply(by: 5) a: add(by: 1) }" },
    { query: 'mutation { add(by: 4) product(name: "x") { id name rank } multiply(by: 2) }' },
    { query: 'mutation { product(name: "x") { rank } remove again: remove add(by: 1) }' },
    { query: "mutation { a: add(by: 1) ...M c: add(by: 1) } fragment M on Mutation { b: multiply(by: 9) }" },
    {
      query: "mutation($on: Boolean!) { a: add(by: 1) b: multiply(by: 7) @include(if: $on) c: add(by: 1) }",
      variables: { on: false },
    },
    { query: "mutation { add(by: 2) multiply(by: 3) last: add(by: 1) }", faults: ["Mutation.multiply"] },
    { query: "mutation { a: add(by: 2) remove b: add(by: 1) }", faults: ["Mutation.remove"] },
  ],
};

const log: SuiteGraph = {
  subject: "mutations in order",
  name: "a log that each entry reads",
  subgraphs: {
    writer: `${federation2}
      type Query { log: [Entry!] }
      type Mutation { write(text: String!): Entry }
      type Entry @key(fields: "id") { id: ID! text: String! }`,
    reader: `${federation2}
      type Mutation { seal: Entry }
      type Entry @key(fields: "id") { id: ID! position: Int sealed: Boolean }`,
  },
  world: () => {
    const entities: Row[] = [];
    let isSealed = false;
    const write = ({ text }: Record<string, unknown>) => {
      entities.push(
        row("Entry", { id: `e${entities.length}`, text, position: entities.length, sealed: isSealed }),
      );
      return entities.at(-1);
    };
    const seal = () => {
      isSealed = true;
      return entities.at(-1) ?? null;
    };
    return { entities, roots: { Query: { log: entities }, Mutation: { write, seal } } };
  },
  cases: [
    {
      query:
        'mutation { a: write(text: "x") { id position sealed } seal { text sealed } b: write(text: "y") { sealed position } }',
    },
    { query: 'mutation { seal { id } write(text: "z") { sealed } }' },
    { query: 'mutation { write(text: "z") { position } }', down: ["reader"] },
    { query: "{ log { id position } }" },
  ],
};

const enums: SuiteGraph = {
  subject: "enum intersections",
  name: "sizes that only one subgraph returns",
  subgraphs: {
    a: `${federation2}
      type Query { shirts: [Shirt!]! shirt(id: ID!): Shirt }
      enum Size { S M L @inaccessible }
      type Shirt @key(fields: "id") { id: ID! size: Size @shareable }`,
    b: `${federation2}
      type Query { best: Size sizes: [Size] must: Size! }
      enum Size { S M }
      type Shirt @key(fields: "id") { id: ID! size: Size @shareable worn: [Size!] }`,
  },
  world: () => {
    const shirt = (id: string, size: string | null) => row("Shirt", { id, size, worn: ["S", "M"] });
    const entities = [shirt("1", "S"), shirt("2", "M"), shirt("3", null)];
    return {
      entities,
      roots: {
        Query: { shirts: entities, shirt: finder(entities), best: "M", sizes: ["S", null, "M"], must: "S" },
      },
    };
  },
  cases: [
    { query: "{ shirts { size } }" },
    { query: "{ shirts { worn id } best }" },
    { query: "{ sizes must }" },
    { query: '{ shirt(id: "2") { size worn } }' },
  ],
};

const hiddenEnums: SuiteGraph = {
  subject: "enum intersections",
  name: "values that clients do not know",
  subgraphs: {
    a: `${federation2}
      type Query { users: [User!]! roles: [Role] strict: Role! one: User }
      enum Role { USER ADMIN ROOT @inaccessible }
      type User @key(fields: "id") { id: ID! role: Role }`,
    b: `${federation2}
      type User @key(fields: "id") { id: ID! former: [Role!] main: Role! }
      enum Role { USER ADMIN ROOT }`,
  },
  world: () => {
    const user = (id: string, role: string) => row("User", { id, role, former: ["USER", role], main: role });
    const entities = [user("1", "USER"), user("2", "ROOT")];
    const roots = { users: entities, roles: ["ROOT", "ADMIN"], strict: "ROOT", one: entities[1] };
    return { entities, roots: { Query: roots } };
  },
  cases: [
    { query: "{ users { role } }" },
    { query: "{ roles }" },
    { query: "{ strict }" },
    { query: "{ one { former } users { id former } }" },
    { query: "{ one { id main } }" },
  ],
};

const inputs: SuiteGraph = {
  subject: "input intersections",
  name: "filters of two subgraphs",
  subgraphs: {
    a: `${federation2}
      type Query { inA(filter: Filter!): String }
      input Filter { first: Int! name: String onlyA: Int nested: Inner }
      input Inner { x: Int y: Int }`,
    b: `${federation2}
      type Query { inB(filter: Filter): String }
      input Filter { first: Int! name: String onlyB: Int nested: Inner }
      input Inner { x: Int }`,
  },
  world: () => {
    const show = ({ filter }: Record<string, unknown>) => JSON.stringify(filter ?? null);
    return { entities: [], roots: { Query: { inA: show, inB: show } } };
  },
  cases: [
    { query: '{ inA(filter: { first: 1, name: "n" }) inB(filter: { first: 2 }) }' },
    {
      query: "query($f: Filter!) { inA(filter: $f) inB(filter: $f) }",
      variables: { f: { first: 3, nested: { x: 1 } } },
    },
    { query: "query($x: Int) { inA(filter: { first: 1, nested: { x: $x } }) inB }", variables: { x: 5 } },
    { query: "{ inB(filter: null) }" },
  ],
};

const inputEnums: SuiteGraph = {
  subject: "input intersections",
  name: "enums and lists as input",
  subgraphs: {
    a: `${federation2}
      type Query { byKind(kind: Kind!, kinds: [Kind!]): String }
      enum Kind { A B C }`,
    b: `${federation2}
      type Query { countKinds(kinds: [Kind!]! = [A]): Int item(kind: Kind): Item }
      enum Kind { A B }
      type Item { id: ID! echo(kinds: [Kind]): String }`,
  },
  world: () => {
    const show = (args: Record<string, unknown>) => JSON.stringify(args);
    const item = row("Item", { id: "1", echo: show });
    const countKinds = ({ kinds }: Record<string, unknown>) => (kinds as string[]).length;
    return { entities: [], roots: { Query: { byKind: show, countKinds, item } } };
  },
  cases: [
    { query: "{ byKind(kind: A) countKinds }" },
    {
      query: "query($k: [Kind!]!) { countKinds(kinds: $k) byKind(kind: B, kinds: $k) }",
      variables: { k: ["A", "B"] },
    },
    { query: "{ item(kind: B) { echo(kinds: [A, null]) } }" },
    { query: "query($k: Kind = B) { item(kind: $k) { id echo(kinds: [$k, A]) } }" },
  ],
};

export const roots: readonly SuiteGraph[] = [
  shared,
  sharedEntities,
  counter,
  log,
  enums,
  hiddenEnums,
  inputs,
  inputEnums,
];
