import { federation2, row, type SuiteGraph } from "../suite.types.ts";

const results: SuiteGraph = {
  subject: "distributed unions",
  name: "search over two subgraphs",
  subgraphs: {
    people: `${federation2}
      type Query { people: [Hit!]! }
      union Hit = Person | Team
      type Person @key(fields: "id") { id: ID! name: String! }
      type Team @key(fields: "id") { id: ID! size: Int }`,
    places: `${federation2}
      type Query { places: [Hit!]! }
      union Hit = Place | Person
      type Place { city: String! host: Person }
      type Person @key(fields: "id") { id: ID! city: String }`,
  },
  world: () => {
    const person = row("Person", { id: "p1", name: "Ida", city: "Ulm" });
    const team = row("Team", { id: "t1", size: 3 });
    const place = row("Place", { city: "Bonn", host: person });
    return {
      entities: [person, team],
      roots: { Query: { people: [person, team], places: [place, person] } },
    };
  },
  cases: [
    { query: "{ people { __typename ... on Person { name city } ... on Team { size } } }" },
    { query: "{ places { ... on Place { city host { name } } ... on Person { name } } }" },
    { query: "{ people { ... on Place { city } ... on Person { id } } }" },
    { query: "{ places { __typename } people { __typename } }" },
    { query: "{ people { ... on Person { city } } }", faults: ["Person.city"] },
    { query: "{ people { ... on Person { city name } } }", down: ["places"] },
  ],
};

const feed: SuiteGraph = {
  subject: "distributed unions",
  name: "the same field in two subgraphs",
  subgraphs: {
    a: `${federation2}
      type Query { holder: Holder }
      type Holder @key(fields: "id") { id: ID! item: Item @shareable }
      union Item = Note | Task
      type Note @key(fields: "id") { id: ID! text: String }
      type Task @key(fields: "id") { id: ID! }`,
    b: `${federation2}
      type Holder @key(fields: "id") { id: ID! item: Item @shareable extra: Item }
      union Item = Note | Task
      type Note @key(fields: "id") { id: ID! }
      type Task @key(fields: "id") { id: ID! done: Boolean }`,
  },
  world: () => {
    const note = row("Note", { id: "n1", text: "hi" });
    const task = row("Task", { id: "k1", done: true });
    const holder = row("Holder", { id: "h1", item: note, extra: task });
    return { entities: [note, task, holder], roots: { Query: { holder } } };
  },
  cases: [
    { query: "{ holder { item { ... on Note { text } ... on Task { done } } } }" },
    { query: "{ holder { extra { ... on Task { done id } ... on Note { text } } item { __typename } } }" },
    { query: "{ holder { item { __typename ... on Note { id text } } extra { __typename } } }" },
    { query: "{ holder { extra { ... on Task { done } } id } }", faults: ["Task.done"] },
  ],
};

const partial: SuiteGraph = {
  subject: "partial unions",
  name: "members that one subgraph does not have",
  subgraphs: {
    a: `${federation2}
      type Query { hits: [Hit] }
      union Hit = Cat | Dog
      type Cat @key(fields: "id") { id: ID! lives: Int @shareable }
      type Dog @key(fields: "id") { id: ID! barks: Boolean }`,
    b: `${federation2}
      type Query { best: Hit }
      union Hit = Cat | Bird
      type Cat @key(fields: "id") { id: ID! lives: Int @shareable age: Int }
      type Bird { wings: Int }`,
  },
  world: () => {
    const cat = row("Cat", { id: "c1", lives: 9, age: 2 });
    const dog = row("Dog", { id: "d1", barks: true });
    const bird = row("Bird", { wings: 2 });
    return { entities: [cat, dog], roots: { Query: { hits: [cat, dog, null], best: bird } } };
  },
  cases: [
    { query: "{ hits { ... on Cat { lives age } ... on Dog { barks } ... on Bird { wings } } }" },
    { query: "{ best { ... on Bird { wings } ... on Dog { barks } ... on Cat { lives } } }" },
    { query: "{ hits { ... on Bird { wings } } best { ... on Dog { id } } }" },
    { query: "{ hits { __typename ... on Cat { age } } best { __typename } }" },
  ],
};

const partialNested: SuiteGraph = {
  subject: "partial unions",
  name: "owners of shared values",
  subgraphs: {
    a: `${federation2}
      type Query { owner: Owner }
      type Owner @key(fields: "id") { id: ID! pet: Pet }
      union Pet = Cat
      type Cat { name: String @shareable }`,
    b: `${federation2}
      type Owner @key(fields: "id") { id: ID! other: Pet others: [Pet!] }
      union Pet = Fish | Cat
      type Fish { fins: Int }
      type Cat { name: String @shareable }`,
  },
  world: () => {
    const cat = row("Cat", { name: "Tom" });
    const fish = row("Fish", { fins: 3 });
    const owner = row("Owner", { id: "o1", pet: cat, other: fish, others: [cat, fish] });
    return { entities: [owner], roots: { Query: { owner } } };
  },
  cases: [
    { query: "{ owner { pet { ... on Cat { name } ... on Fish { fins } } } }" },
    {
      query:
        "{ owner { pet { __typename } other { ... on Fish { fins } } others { ... on Cat { name } __typename } } }",
    },
    { query: "{ owner { others { ... on Fish { fins } } } }", faults: ["Fish.fins"] },
    { query: "{ owner { id others { __typename } } }", down: ["b"] },
  ],
};

const mismatch: SuiteGraph = {
  subject: "child type mismatch",
  name: "the same key with other types",
  subgraphs: {
    a: `${federation2}
      type Query { users: [User!]! }
      union User = Admin | Guest
      type Admin @key(fields: "id") { id: ID name: String! }
      type Guest { id: ID! }`,
    b: `${federation2}
      type Query { accounts: [Account!]! }
      union Account = Admin | Member
      type Admin @key(fields: "id") { id: ID! level: Int }
      type Member { id: Int! name: [String!]! }`,
  },
  world: () => {
    const admin = row("Admin", { id: "a1", name: "Ada", level: 3 });
    const guest = row("Guest", { id: "g1" });
    const member = row("Member", { id: 7, name: ["Mo", "Li"] });
    return { entities: [admin], roots: { Query: { users: [admin, guest], accounts: [admin, member] } } };
  },
  cases: [
    { query: "{ users { ... on Admin { id } ... on Guest { id2: id } } }" },
    { query: "{ accounts { ... on Admin { aid: id name level } ... on Member { id } } }" },
    { query: "{ accounts { ... on Admin { name } ... on Member { names: name } } }" },
    { query: "{ users { __typename ... on Admin { level name } } accounts { __typename } }" },
  ],
};

const mismatchNested: SuiteGraph = {
  subject: "child type mismatch",
  name: "nullable and required children",
  subgraphs: {
    a: `${federation2}
      type Query { boxes: [Box] }
      interface Box { id: ID! label: String }
      type Red implements Box @key(fields: "id") { id: ID! label: String! @shareable }
      type Blue implements Box @key(fields: "id") { id: ID! label: String @shareable }`,
    b: `${federation2}
      type Red @key(fields: "id") { id: ID! label: String @shareable size: Float }
      type Blue @key(fields: "id") { id: ID! label: String! @shareable size: Int }`,
  },
  world: () => {
    const red = row("Red", { id: "r", label: "red", size: 1.5 });
    const blue = row("Blue", { id: "b", label: "blue", size: 2 });
    return { entities: [red, blue], roots: { Query: { boxes: [red, blue] } } };
  },
  cases: [
    { query: "{ boxes { label ... on Red { redSize: size } ... on Blue { size } } }" },
    { query: "{ boxes { id ... on Red { size } } }" },
    { query: "{ boxes { ... on Blue { size label } } }", faults: ["Blue.size"] },
    { query: "{ boxes { label ... on Red { size } } }", down: ["b"] },
  ],
};

export const unions: readonly SuiteGraph[] = [
  results,
  feed,
  partial,
  partialNested,
  mismatch,
  mismatchNested,
];
