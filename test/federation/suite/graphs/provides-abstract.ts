import { federation2, type Row, type SuiteGraph, type World } from "../suite.types.ts";

function zoo(): World {
  const dog: Row = { __typename: "Dog", id: "d1", name: "Rex", age: 3 };
  const cat: Row = { __typename: "Cat", id: "c1", name: "Tom", lives: 9 };
  const book: Row = { __typename: "Book", id: "b1", animals: [dog, cat] };
  return { entities: [dog, cat, book], roots: { Query: { media: book, book } } };
}

/** The provided fields lie behind an interface; their types are known to another subgraph. */
const throughInterface: SuiteGraph = {
  subject: "@provides on interfaces",
  name: "animals of a book",
  subgraphs: {
    media: `${federation2}
      type Query { media: Media @shareable book: Book @provides(fields: "animals { id name }") }
      interface Media { id: ID! animals: [Animal] }
      interface Animal { id: ID! name: String }
      type Book implements Media @key(fields: "id") { id: ID! animals: [Animal] @external }
      type Dog implements Animal @key(fields: "id") { id: ID! name: String @external }
      type Cat implements Animal @key(fields: "id") { id: ID! name: String @external }`,
    books: `${federation2}
      interface Media { id: ID! animals: [Animal] }
      interface Animal { id: ID! }
      type Book implements Media @key(fields: "id") { id: ID! animals: [Animal] @shareable }
      type Dog implements Animal @key(fields: "id") { id: ID! age: Int }
      type Cat implements Animal @key(fields: "id") { id: ID! lives: Int }`,
    names: `${federation2}
      interface Animal { id: ID! name: String }
      type Dog implements Animal @key(fields: "id") { id: ID! name: String @shareable }
      type Cat implements Animal @key(fields: "id") { id: ID! name: String @shareable }`,
  },
  world: zoo,
  cases: [
    { query: "{ book { animals { id name } } }" },
    { query: "{ media { id animals { id name } } }" },
    { query: "{ book { animals { id name } } }", down: ["books", "names"], lost: [] },
    { query: "{ book { animals { name ... on Dog { age } } } }" },
    { query: "{ book { animals { __typename id } } }" },
    { query: "{ book { animals { ... on Cat { lives name } } } }" },
    { query: "{ media { __typename animals { id ... on Cat { lives } } } }" },
  ],
};

function feed(): World {
  const video: Row = { __typename: "Video", id: "v1", title: "Seas", seconds: 60 };
  const song: Row = { __typename: "Song", id: "s1", title: "Hum", bpm: 90 };
  const channel: Row = { __typename: "Channel", id: "ch1", top: video, all: [video, song] };
  return { entities: [video, song, channel], roots: { Query: { channel, featured: [song, video] } } };
}

/** The subgraph that provides them cannot resolve the entities itself. */
const unresolvable: SuiteGraph = {
  subject: "@provides on interfaces",
  name: "titles in a feed",
  subgraphs: {
    channels: `${federation2}
      type Query { channel: Channel! featured: [Work!]! @provides(fields: "title") }
      interface Work { id: ID! title: String! @external }
      type Channel { id: ID! top: Work @provides(fields: "title") all: [Work!]! }
      type Video implements Work @key(fields: "id", resolvable: false) { id: ID! title: String! @external }
      type Song implements Work @key(fields: "id", resolvable: false) { id: ID! title: String! @external }`,
    works: `${federation2}
      interface Work { id: ID! title: String! }
      type Video implements Work @key(fields: "id") { id: ID! title: String! @shareable seconds: Int! }
      type Song implements Work @key(fields: "id") { id: ID! title: String! @shareable bpm: Int! }`,
  },
  world: feed,
  cases: [
    { query: "{ featured { title } }" },
    { query: "{ channel { top { id title } } }" },
    { query: "{ channel { all { title ... on Song { bpm } } } }" },
    { query: "{ featured { ... on Video { title seconds } ... on Song { id } } }" },
    { query: "{ featured { title } }", down: ["works"], lost: [] },
    { query: "{ channel { top { title } all { id } } }", down: ["works"], lost: [] },
  ],
};

function store(): World {
  const book: Row = { __typename: "Book", id: "b1", title: "Sand" };
  const game: Row = { __typename: "Game", id: "g1", title: "Go", players: 2 };
  return { entities: [book, game], roots: { Query: { best: [book, game] } } };
}

/** Provided members of a union. */
const onUnion: SuiteGraph = {
  subject: "@provides on unions",
  name: "best sellers",
  subgraphs: {
    front: `${federation2}
      type Query { best: [Item!]! @provides(fields: "... on Book { title } ... on Game { title }") }
      union Item = Book | Game
      type Book @key(fields: "id") { id: ID! title: String! @external }
      type Game @key(fields: "id") { id: ID! title: String! @external }`,
    stock: `${federation2}
      type Book @key(fields: "id") { id: ID! title: String! @shareable }
      type Game @key(fields: "id") { id: ID! title: String! @shareable players: Int! }`,
  },
  world: store,
  cases: [
    { query: "{ best { ... on Book { title } } }" },
    { query: "{ best { ... on Book { title } ... on Game { title players } } }" },
    { query: "{ best { __typename ... on Book { id } } }" },
    { query: "{ best { ... on Book { title } } }", down: ["stock"], lost: [] },
  ],
};

function offices(): World {
  const street = { __typename: "Street", name: "Main", number: 5 };
  const address: Row = { __typename: "Address", id: "ad1", street, city: "Ulm" };
  const office: Row = { __typename: "Office", id: "o1", address };
  const person: Row = { __typename: "Person", id: "pe1", office };
  return { entities: [address, office, person], roots: { Query: { person, offices: [office] } } };
}

/** A nested provided path, of which the outer objects are entities. */
const nested: SuiteGraph = {
  subject: "@provides nested",
  name: "the city of an office",
  subgraphs: {
    people: `${federation2}
      type Query { person: Person! @provides(fields: "office { address { city } }") }
      type Person @key(fields: "id") { id: ID! office: Office! @external }
      type Office @key(fields: "id") { id: ID! address: Address @external }
      type Address @key(fields: "id") { id: ID! city: String! @external }`,
    places: `${federation2}
      type Query { offices: [Office!]! }
      type Person @key(fields: "id") { id: ID! office: Office! @shareable }
      type Office @key(fields: "id") { id: ID! address: Address @shareable }
      type Address @key(fields: "id") { id: ID! city: String! @shareable street: Street }
      type Street { name: String number: Int }`,
  },
  world: offices,
  cases: [
    { query: "{ person { office { address { city } } } }" },
    { query: "{ person { office { address { city street { name } } } } }" },
    { query: "{ offices { address { street { number } } } }" },
    { query: "{ person { office { address { city } } } }", down: ["places"], lost: [] },
  ],
};

function inbox(): World {
  const mail: Row = { __typename: "Mail", id: "m1", from: "ann", subject: "hi" };
  const call: Row = { __typename: "Call", id: "k1", from: "bob", seconds: 5 };
  const thread: Row = { __typename: "Thread", id: "t1", last: mail, all: [mail, call] };
  return { entities: [mail, call, thread], roots: { Query: { thread, recent: [call, mail] } } };
}

/** One member is provided, the other one has to be fetched. */
const onUnionPartly: SuiteGraph = {
  subject: "@provides on unions",
  name: "senders of messages",
  subgraphs: {
    threads: `${federation2}
      type Query { thread: Thread recent: [Message!] }
      union Message = Mail | Call
      type Thread @key(fields: "id") { id: ID! last: Message @provides(fields: "... on Mail { from }") all: [Message!] }
      type Mail @key(fields: "id") { id: ID! from: String @external }
      type Call @key(fields: "id") { id: ID! }`,
    messages: `${federation2}
      type Mail @key(fields: "id") { id: ID! from: String @shareable subject: String }
      type Call @key(fields: "id") { id: ID! from: String seconds: Int }`,
  },
  world: inbox,
  cases: [
    { query: "{ thread { last { ... on Mail { from } } } }", down: ["messages"], lost: [] },
    { query: "{ thread { last { ... on Mail { from subject } ... on Call { from } } } }" },
    { query: "{ thread { all { ... on Mail { from } ... on Call { from seconds } } } }" },
    { query: "{ recent { __typename ... on Call { from } } }" },
  ],
};

function library(): World {
  const author: Row = { __typename: "Author", id: "a1", name: "Ann", born: 1950 };
  const work: Row = { __typename: "Work", id: "w1", author, title: "One" };
  const loan: Row = { __typename: "Loan", id: "l1", work, due: "mon" };
  return { entities: [author, work, loan], roots: { Query: { loans: [loan], works: [work] } } };
}

/** Lists on the way, and fields beside the provided ones. */
const nestedInList: SuiteGraph = {
  subject: "@provides nested",
  name: "authors of lent works",
  subgraphs: {
    loans: `${federation2}
      type Query { loans: [Loan!] @provides(fields: "work { author { name } }") }
      type Loan @key(fields: "id") { id: ID! work: Work due: String }
      type Work @key(fields: "id") { id: ID! author: Author @external }
      type Author @key(fields: "id") { id: ID! name: String @external }`,
    works: `${federation2}
      type Query { works: [Work!] }
      type Work @key(fields: "id") { id: ID! author: Author @shareable title: String }
      type Author @key(fields: "id") { id: ID! name: String @shareable born: Int }`,
  },
  world: library,
  cases: [
    { query: "{ loans { work { author { name } } due } }", down: ["works"], lost: [] },
    { query: "{ loans { work { title author { name born } } } }" },
    { query: "{ loans { work { author { id name } } } works { author { name } } }" },
    { query: "{ loans { due work { author { born } } } }", down: ["works"] },
  ],
};

export const providesAbstract: readonly SuiteGraph[] = [
  throughInterface,
  unresolvable,
  onUnion,
  onUnionPartly,
  nested,
  nestedInList,
];
