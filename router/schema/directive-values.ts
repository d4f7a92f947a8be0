import { valueFromASTUntyped, type ConstDirectiveNode } from "graphql";

/** The directives of a name. */
export function named(
  directives: readonly ConstDirectiveNode[] | undefined,
  name: string,
): ConstDirectiveNode[] {
  return (directives ?? []).filter((node) => node.name.value === name);
}

/** All arguments of a directive as plain values. */
export function argumentsOf(node: ConstDirectiveNode): Record<string, unknown> {
  return Object.fromEntries(
    (node.arguments ?? []).map((arg) => [arg.name.value, valueFromASTUntyped(arg.value)]),
  );
}

/** A directive's argument as a plain value. */
export function argument(node: ConstDirectiveNode, name: string): unknown {
  return argumentsOf(node)[name];
}
