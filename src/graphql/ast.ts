import { Kind, type ConstValueNode } from "graphql";

export { Kind };

/** A scalar JavaScript value as a GraphQL constant. */
export function valueToConst(value: string | number | boolean | readonly string[]): ConstValueNode {
  if (typeof value === "object") return { kind: Kind.LIST, values: value.map(valueToConst) };
  if (typeof value === "boolean") return { kind: Kind.BOOLEAN, value };
  if (typeof value === "string") return { kind: Kind.STRING, value };
  return { kind: Number.isInteger(value) ? Kind.INT : Kind.FLOAT, value: String(value) };
}
