import fc from "fast-check";
import { buildSchema, getVariableValues, GraphQLError, Kind, parse, type GraphQLScalarType } from "graphql";
import { expect, test } from "vitest";
import { compileVariables } from "../../../router/execution/coerce-variables.ts";

const schema = buildSchema(`
  scalar Day
  enum Color { RED GREEN }
  input Point { x: Int! y: Float = 1.5 label: String note: String = null }
  input Tree { id: ID! day: Day color: Color = RED tags: [String!] rows: [[Int]] point: Point points: [Point!] below: [Tree!] isOpen: Boolean }
  input OneOf @oneOf { a: Int b: String }
  type Query { f(tree: Tree!, one: OneOf, days: [Day!], x: Int): Int }
`);
const day = schema.getType("Day") as GraphQLScalarType;
day.parseValue = (value) => {
  if (value === "never") return undefined;
  if (typeof value !== "string") throw new GraphQLError("A day is a text.");
  return new Date(`2026-01-0${value.length % 9 || 1}`);
};
const [operation] = parse(
  "query ($tree: Tree!, $one: OneOf, $days: [Day!] = [], $x: Int, $constructor: Color) { f(tree: $tree) }",
).definitions;
const definitions = operation?.kind === Kind.OPERATION_DEFINITION ? operation.variableDefinitions! : [];

const leaf = fc.oneof(
  fc.constantFrom<unknown>(null, undefined, "RED", "BLUE", "never", 2 ** 31, 1.5, -0, NaN, "", true),
  fc.integer(),
  fc.string({ maxLength: 3 }),
);
/** Mostly a value of the type, sometimes any. */
const mostly = (value: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 30, arbitrary: value }, { weight: 1, arbitrary: leaf });
const text = fc.string({ maxLength: 3 });
const listOf = (item: fc.Arbitrary<unknown>) => mostly(fc.array(item, { maxLength: 2 }));
const point = fc.record(
  { x: mostly(fc.integer()), y: mostly(fc.double({ noNaN: true })), label: mostly(text), note: mostly(text) },
  { requiredKeys: ["x"] },
);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.record(
    {
      id: mostly(text),
      day: mostly(text),
      color: mostly(fc.constantFrom("RED", "GREEN", null, undefined)),
      tags: listOf(mostly(text)),
      rows: listOf(listOf(mostly(fc.integer()))),
      point: mostly(point),
      points: listOf(point),
      below: fc.oneof({ maxDepth: 2 }, fc.constant(undefined), fc.array(tie("tree"), { maxLength: 2 })),
      isOpen: mostly(fc.boolean()),
    },
    { requiredKeys: ["id"] },
  ),
}));
const unusual = fc.constantFrom<unknown>({ id: "a", other: 1 }, { id: 1 }, { id: "a", tags: "one" }, [], {});
const variables = fc.record(
  {
    tree: fc.oneof({ weight: 9, arbitrary: mostly(tree) }, unusual),
    one: fc.constantFrom<unknown>({ a: 1 }, { a: 1, b: "x" }, { b: "y" }, null, { b: null }),
    days: listOf(mostly(text)),
    x: mostly(fc.integer()),
    constructor: mostly(fc.constant("RED")),
    other: leaf,
  },
  { requiredKeys: ["tree"] },
);

test("variables are coerced as graphql-js coerces them, with the same faults", () => {
  const coerce = compileVariables(schema, definitions, { constants: new Map(), prototypeVariable: null });
  const seen = { fit: 0, unfit: 0 };
  const shown = (found: ReturnType<typeof coerce>) =>
    found.errors ? found.errors.map(({ message }) => message) : found.coerced;
  fc.assert(
    fc.property(variables, (raw) => {
      const expected = getVariableValues(schema, definitions, raw, { maxErrors: 20 });
      seen[expected.errors ? "unfit" : "fit"] += 1;
      expect(shown(coerce(raw))).toStrictEqual(shown(expected));
    }),
    { numRuns: 3_000 },
  );
  expect(seen.fit).toBeGreaterThan(100);
  expect(seen.unfit).toBeGreaterThan(100);
});
