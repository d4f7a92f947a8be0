import {
  getNamedType,
  isInterfaceType,
  isLeafType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLNamedType,
} from "graphql";
import {
  argumentPlaces,
  hostileLiterals,
  illTyped,
  Literal,
  plainValue,
  printArguments,
  withValue,
  type ArgumentPlace,
} from "./graphql-literals.ts";

/** One request to the GraphQL door. */
export interface GraphQLCase {
  kind: string;
  place: string;
  query: string;
  /** JSON of the variables, since a JavaScript object cannot have every key. */
  variables?: string;
  operationName?: string;
  /** The alias that the answer must have as a key of its own, at the root and in the objects below it. */
  alias?: string;
  /** The same request without anything hostile: it must be answered alike. */
  twin?: string;
}

/** A root field with arguments that fit. */
export interface RootField {
  kind: "query" | "mutation" | "subscription";
  field: GraphQLField<unknown, unknown>;
  values: Record<string, unknown>;
}

/** Names that every object inherits, names that code tests for, and names that the specification reserves. */
const hostileAliases = [
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "__typename",
  "__x",
  "valueOf",
  "then",
  "toJSON",
  "length",
  "prototype",
  "__defineGetter__",
  "isPrototypeOf",
] as const;

/** The arguments of a field without a sample. */
export function plainArguments({ args }: GraphQLField<unknown, unknown>): Record<string, unknown> {
  const needed = args.filter(({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined);
  return Object.fromEntries(needed.map(({ name, type }) => [name, plainValue(type)]));
}

/** Documents with an inherited name as alias of the root field, and of fields below it; each twice, to be merged. */
export function aliasCases(root: RootField): GraphQLCase[] {
  const { field, kind, values } = root;
  const call = `${field.name}${printArguments(field.args, values)}`;
  const named = getNamedType(field.type);
  return hostileAliases.flatMap((alias): GraphQLCase[] => {
    const plain = selectionOf(named, null);
    const merged = plain === "" ? "" : ` ${alias}: ${call} { again: __typename }`;
    const atRoot = `${kind} { ${alias}: ${call}${plain}${kind === "query" ? merged : ""} }`;
    const cases: GraphQLCase[] = [{ kind: `alias ${alias}`, place: "root", query: atRoot, alias }];
    if (isLeafType(named)) return cases;
    const below = `${kind} { field: ${call}${selectionOf(named, alias)} }`;
    return [...cases, { kind: `alias ${alias}`, place: "below", query: below, alias }];
  });
}

const maxLeaves = 2;

/** A few fields of a type and of one object below it, all with the alias; each leaf also under a plain name. */
function selectionOf(type: GraphQLNamedType, alias: string | null, depth = 0): string {
  if (isLeafType(type)) return "";
  const fields = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
  const free = fields.filter(({ args }) => args.every((arg) => !isNonNullType(arg.type) || arg.defaultValue));
  const leaves = free.filter((field) => isLeafType(getNamedType(field.type))).slice(0, maxLeaves);
  const objects = free.filter((field) => !isLeafType(getNamedType(field.type))).slice(0, depth < 2 ? 1 : 0);
  const [first] = leaves;
  // Only a leaf may have the alias; selected twice, and conditionally, it is merged.
  const aliased =
    alias === null
      ? ""
      : first
        ? `${alias}: ${first.name} ${alias}: ${first.name} @include(if: true) plain: ${first.name}`
        : `${alias}: __typename plain: __typename`;
  const inner = objects.map((one) => `${one.name}${selectionOf(getNamedType(one.type), alias, depth + 1)}`);
  return ` { __typename ${[aliased, ...leaves.map(({ name }) => name), ...inner].filter(Boolean).join(" ")} }`;
}

/** A literal of every kind at every place of the arguments. */
export function literalCases(root: RootField, isWanted: (place: ArgumentPlace) => boolean): GraphQLCase[] {
  return argumentPlaces(root.field.args)
    .filter(isWanted)
    .flatMap((place) => [
      ...Object.entries(illTyped).map(([kind, literal]) =>
        literalCase(root, place, `ill-typed: ${kind}`, literal),
      ),
      ...Object.entries(hostileLiterals).map(([kind, literal]) =>
        literalCase(root, place, `literal: ${kind}`, literal),
      ),
    ]);
}

function literalCase(
  { kind: operation, field, values }: RootField,
  place: ArgumentPlace,
  kind: string,
  literal: Literal,
) {
  const usesVariables = literal.text.includes("$");
  const head = usesVariables ? `${operation}($text: String, $number: Int)` : operation;
  const call = `${field.name}${printArguments(field.args, withValue(values, place, literal))}`;
  return {
    kind,
    place: place.path.join("."),
    query: `${head} { ${call}${selectionOf(getNamedType(field.type), null, 2)} }`,
    ...(usesVariables ? { variables: '{"text":"hostileCanary7Q2\\ud800","number":1}' } : {}),
  };
}

const wrongJson: readonly string[] = [
  '"hostileCanary7Q2"',
  '["hostileCanary7Q2",null,{"hostileCanary7Q2":1}]',
  '{"hostileCanary7Q2":"hostileCanary7Q2"}',
  "98765432112345678901234567890",
  "null",
  "true",
  '"hostileCanary7Q2\\ud800"',
  '{"constructor":{"prototype":{"x":1}},"toString":"hostileCanary7Q2"}',
];

/** Values of the wrong kind in variables, at every place of the arguments. */
export function variableCases({ kind, field, values }: RootField): GraphQLCase[] {
  const definitions = field.args.map(({ name, type }) => `$${name}: ${String(type)}`).join(", ");
  if (definitions === "") return [];
  const call = `${field.name}(${field.args.map(({ name }) => `${name}: $${name}`).join(", ")})`;
  const query = `${kind}(${definitions}) { ${call}${selectionOf(getNamedType(field.type), null, 2)} }`;
  return argumentPlaces(field.args).flatMap((place) =>
    wrongJson.map((json) => ({
      kind: `variable: ${json.slice(0, 30)}`,
      place: place.path.join("."),
      query,
      variables: JSON.stringify(withValue(values, place, "@@json@@")).replace('"@@json@@"', () => json),
    })),
  );
}

/** Variables, operations and fragments with inherited names; absent variables inherit nothing. */
export function nameCases({ kind, field, values }: RootField): GraphQLCase[] {
  const named = getNamedType(field.type);
  const selection = selectionOf(named, null, 2);
  const optional = field.args.find(({ type }) => !isNonNullType(type));
  const plainCall = (extra: Record<string, unknown>) =>
    `${field.name}${printArguments(field.args, { ...values, ...extra })}`;
  const names = ["constructor", "toString", "hasOwnProperty", "valueOf", "__proto__", "__defineGetter__"];
  const fragment = (name: string) =>
    isLeafType(named)
      ? []
      : [
          {
            kind: `fragment ${name}`,
            place: "root",
            query: `${kind} { ${plainCall({})} { ...${name} } } fragment ${name} on ${named.name}${selection}`,
          },
        ];
  return names.flatMap((name): GraphQLCase[] => [
    ...(optional
      ? [
          {
            kind: `absent variable $${name}`,
            place: optional.name,
            query: `${kind}($${name}: ${String(optional.type)}) { ${plainCall({ [optional.name]: new Literal(`$${name}`) })}${selection} }`,
            twin: `${kind}($plain: ${String(optional.type)}) { ${plainCall({ [optional.name]: new Literal("$plain") })}${selection} }`,
          },
        ]
      : []),
    {
      kind: `operation ${name}`,
      place: "root",
      query: `${kind} ${name} { ${plainCall({})}${selection} }`,
      operationName: name,
    },
    {
      kind: `no operation ${name}`,
      place: "root",
      query: `${kind} other { ${plainCall({})}${selection} }`,
      operationName: name,
    },
    ...fragment(name),
    {
      kind: `surplus variable ${name}`,
      place: "root",
      query: `${kind} { ${plainCall({})}${selection} }`,
      variables: `{"${name}":{"hostileCanary7Q2":1},"constructor":{"prototype":{"hostileCanary7Q2":1}}}`,
    },
  ]);
}
