import type { Row } from "./rows.ts";
import { digest, type World } from "./world.ts";

export type Arguments = Record<string, unknown>;

/** Resolves a field from its row; fields that are not here are columns. */
type Resolve = (row: Row, args: Arguments, world: World) => unknown;

/** The arguments as they arrived, an omitted one apart from null. */
const probe: Resolve = (_row, args) => JSON.stringify(sortKeys(args));

const take = (rows: readonly unknown[], args: Arguments) =>
  typeof args["first"] === "number" ? rows.slice(0, Math.max(0, args["first"])) : rows;

const reference =
  (column: string): Resolve =>
  (row, _args, world) =>
    world.find(row[column]);

const price: Resolve = (row, args) => `${digest(row.id)} ${String(args["currency"])}`;
const related: Resolve = (row, args, world) => take(world.findAll(row["relatedIds"]), args);
const reviewsOf =
  (column: string): Resolve =>
  (row, args, world) =>
    take(
      world
        .all("Review")
        .filter(
          (each) => each[column] === row.id && Number(each["rating"]) >= Number(args["minRating"] ?? 0),
        ),
      args,
    );
const score: Resolve = (row, args) => (row.id === "b2" ? null : row.id.length * Number(args["scale"]) + 0.5);
const reviewProbe: Resolve = (row, args) => `${row.id} ${JSON.stringify(sortKeys(args))}`;
const contents: Resolve = (row, _args, world) =>
  (row["contentRefs"] as (Row | string[])[]).map((item) =>
    Array.isArray(item) ? world.find(item[1]) : item,
  );

const product = {
  price,
  related,
  maker: reference("makerId"),
  score,
  reviewProbe,
  reviews: reviewsOf("productId"),
};

/** By type and field, the same for the subgraphs and for the one schema they are compared with. */
export const resolvers: Record<string, Record<string, Resolve>> = {
  Book: {
    ...product,
    authors: (row, _args, world) => world.findAll(row["authorIds"]),
    probe,
    reader: (_row, args, world) => world.all("Person")[Number(args["index"] ?? 3)] ?? null,
    stock: (row, args) =>
      args["warehouse"] === undefined ? row.id.length : String(args["warehouse"]).length,
    warehouses: (_row, _args, world) => world.all("Warehouse"),
  },
  Tool: {
    ...product,
    warehouses: (row, _args, world) => (row.id === "t2" ? null : world.all("Warehouse")),
  },
  Dimensions: {
    label: (row, args) => `${row.id} ${String(args["style"])}`,
  },
  Bundle: { main: reference("mainId"), contents },
  Person: {
    favourite: (row, args, world) =>
      (world.findAll(row["favouriteIds"]) as Row[]).find((each) =>
        args["category"] === undefined ? true : each["category"] === args["category"],
      ) ?? null,
    books: (row, args, world) =>
      take(
        world.all("Book").filter((each) => (each["authorIds"] as string[]).includes(row.id)),
        args,
      ),
    manager: reference("managerId"),
    reports: (row, args, world) =>
      take(
        world.all("Person").filter((each) => each["managerId"] === row.id),
        args,
      ),
    organization: reference("organizationId"),
    probe,
    reviews: reviewsOf("authorId"),
    address: (row, args) => (row.id === "p2" ? null : `${row.id} line ${String(args["line"])}`),
    parcels: (row, _args, world) => world.all("Parcel").filter((each) => each["recipientId"] === row.id),
  },
  Organization: {
    members: (row, args, world) =>
      take(
        world
          .all("Person")
          .filter(
            (each) => each["organizationId"] === row.id && [undefined, each["role"]].includes(args["role"]),
          ),
        args,
      ),
    parent: reference("parentId"),
    warehouses: (row, _args, world) => world.all("Warehouse").filter((each) => each["ownerId"] === row.id),
  },
  Membership: { organization: reference("organizationId"), person: reference("personId") },
  Review: {
    author: reference("authorId"),
    product: reference("productId"),
    subject: (row, _args, world) => world.find((row["subjectRef"] as string[] | null)?.[1]),
    replies: (row, _args, world) =>
      (row["replyIds"] as (string[] | null)[] | null)?.map((ids) => ids && world.findAll(ids)) ?? null,
  },
  Parcel: { content: contents, recipient: reference("recipientId") },
  Warehouse: {
    keeper: reference("keeperId"),
    owner: reference("ownerId"),
    shelves: (row, _args, world) =>
      (row["shelfIds"] as string[][] | null)?.map((ids) => world.findAll(ids)) ?? null,
  },
  Query: {
    product: (_row, args, world) => world.products().find((each) => each.id === args["id"]) ?? null,
    products: (_row, args, world) => {
      const filter = (args["filter"] ?? {}) as { category?: string; names?: string[] };
      const fits = (each: Row) =>
        (filter.category ?? each["category"]) === each["category"] &&
        (filter.names?.includes(String(each["name"])) ?? true);
      return take(world.products().filter(fits), args);
    },
    book: (_row, args, world) => world.all("Book").find((each) => each["isbn"] === args["isbn"]) ?? null,
    books: (_row, args, world) => take([...world.all("Book"), null], args),
    shelves: (_row, _args, world) => [world.products().slice(0, 2), [], world.products().slice(2)],
    grid: (_row, args) => (args["size"] === 2 ? [[1, null], null] : [[Number(args["size"] ?? 0)]]),
    bundle: (_row, args, world) => world.all("Bundle").find((each) => each.id === args["id"]) ?? null,
    bundles: (_row, _args, world) => world.all("Bundle"),
    items: (_row, _args, world) => [...world.products(), (world.find("k1")!["parts"] as Row[])[1]],
    catalogProbe: probe,
    person: (_row, args, world) =>
      world.all("Person").find((each) => each.id === args["id"] || each["email"] === args["email"]) ?? null,
    people: (_row, args, world) =>
      take(
        world
          .all("Person")
          .filter((each) => [undefined, null, each["role"]].includes(args["role"] as string)),
        args,
      ),
    me: (_row, _args, world) => world.find("p3"),
    organization: (_row, args, world) =>
      world.all("Organization").find((each) => each.id === args["id"]) ?? null,
    memberships: (_row, _args, world) => world.all("Membership"),
    teams: (_row, _args, world) => [world.all("Person").slice(0, 2), null, [], world.all("Person").slice(1)],
    named: (_row, args, world) => take([world.find("o1"), world.find("p1"), null, world.find("o2")], args),
    review: (_row, args, world) => world.all("Review").find((each) => each.id === args["id"]) ?? null,
    topReviews: (_row, args, world) => take(world.all("Review"), args),
    latest: (_row, args, world) => world.find(["p2", "o1", "r2", "m1"][Number(args["index"])]),
    feed: (_row, _args, world) => world.findAll(["r4", "p1", "m2", "o2", "r1"]),
    reviewed: (_row, _args, world) => world.findAll(["t1", "b1", "none", "b2"]),
    parcel: (_row, args, world) => world.all("Parcel").find((each) => each.id === args["id"]) ?? null,
    parcels: (_row, args, world) => take(world.all("Parcel"), args),
    warehouse: (_row, args, world) => world.all("Warehouse").find((each) => each.id === args["id"]) ?? null,
    warehouses: (_row, _args, world) => [...world.all("Warehouse"), null],
  },
  Mutation: {
    rename: (_row, args, world) =>
      payload("RenamePayload", world, { previous: args["name"], product: args["id"] }),
    touch: (_row, _args, world) => world.advance(),
    setRole: (_row, args, world) =>
      world.find(args["id"])?.__typename === "Person"
        ? payload("RolePayload", world, { previous: args["role"], person: args["id"] })
        : null,
    join: (_row, args, world) => {
      world.advance();
      return world.find((args["input"] as Row)["organization"] === "o2" ? "m2" : "m1");
    },
    addReview: (_row, args, world) => {
      const { body, author, product: productId } = args["input"] as Row;
      return payload("ReviewPayload", world, { body, author: author ?? "p1", product: productId });
    },
    dropReview: (_row, args, world) => payload("ReviewPayload", world, { body: args["id"], author: "p1" }),
    restock: (_row, args, world) => payload("RestockPayload", world, { book: String(args["isbn"]).slice(5) }),
  },
  RenamePayload: { product: (row, _args, world) => findTyped(world, row["product"], ["Book", "Tool"]) },
  RolePayload: { person: reference("person") },
  ReviewPayload: {
    author: (row, _args, world) => findTyped(world, row["author"], ["Person"]) ?? world.find("p1"),
    product: (row, _args, world) => findTyped(world, row["product"], ["Book", "Tool"]),
  },
  RestockPayload: { book: (row, _args, world) => findTyped(world, row["book"], ["Book"]) },
};

function payload(__typename: string, world: World, columns: Record<string, unknown>): Row {
  return { __typename, id: "", revision: world.advance(), ...columns };
}

function findTyped(world: World, id: unknown, typenames: readonly string[]): Row | null {
  const row = world.find(id);
  return row && typenames.includes(row.__typename) ? row : null;
}

/** The same value with its keys in order, since two schemas may declare arguments in different ones. */
export function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, child]) => [key, sortKeys(child)]),
  );
}
