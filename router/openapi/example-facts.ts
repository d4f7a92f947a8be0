import { exampleOf, isLasting, usualIdentity } from "../examples/example-of.ts";
import type { OperationExample } from "../examples/example.types.ts";
import type { StoredOperation } from "../operations/registry.ts";
import { pathNames } from "./parameters.ts";

/** Who can run the example, where that is not the usual identity, and its URL where no body shows its input. */
export function exampleFacts(operation: StoredOperation): Record<string, unknown> {
  const example = isLasting(operation) ? exampleOf(operation) : null;
  if (!example) return {};
  const { as, accountId } = example;
  return {
    ...(operation.row.rest!.method === "GET" ? { "x-example-url": exampleUrl(operation, example) } : {}),
    ...(as === usualIdentity ? {} : { "x-example-identity": as }),
    ...(accountId === null ? {} : { "x-example-account": accountId }),
  };
}

function exampleUrl({ row }: StoredOperation, { input }: OperationExample): string {
  const path = row.rest!.path;
  const inPath = pathNames(path);
  const url = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
    encodeURIComponent(String(input[name])),
  );
  const query = new URLSearchParams(
    Object.entries(input)
      .filter(([name]) => !inPath.includes(name))
      .map(([name, value]) => [name, String(value)]),
  );
  return query.size > 0 ? `${url}?${query}` : url;
}
