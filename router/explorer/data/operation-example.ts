import { exampleOf } from "../../examples/example-of.ts";
import type { StoredOperation } from "../../operations/registry.ts";
import type { OperationDocs } from "./docs.types.ts";

/** The example of an operation as its pages have it. Nulls if none can be generated. */
export function exampleDocs(operation: StoredOperation): Pick<OperationDocs, "example" | "exampleRun"> {
  const example = exampleOf(operation);
  if (!example) return { example: null, exampleRun: null };
  const { input, as, accountId, signingSecret } = example;
  const signing = signingSecret === null ? {} : { signingSecret };
  return {
    example: { input, variables: operation.toVariables(input), ...signing },
    exampleRun: { as, accountId },
  };
}
