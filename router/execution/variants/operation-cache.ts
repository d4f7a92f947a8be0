import type { DocumentNode } from "graphql";
import type { CompiledOperation, OperationScope } from "../compile-operation.ts";
import type { OperationChoice, OperationPlan } from "../graph-executor.ts";
import { OperationVariants } from "./operation-variants.ts";

/** Compiled operations, by parsed document and operation name. Collected together with the document. */
export class OperationCache {
  readonly #known = new WeakMap<DocumentNode, Map<string, OperationVariants>>();
  readonly #scope: OperationScope;

  constructor(scope: OperationScope) {
    this.#scope = scope;
  }

  prepare(choice: OperationChoice): OperationPlan {
    const variants = this.#variantsOf(choice);
    const known = variants.find(choice.variables);
    if (known) return known.prepared;
    const startedAt = performance.now();
    const { prepared } = variants.compile(choice.variables);
    const planningMs = performance.now() - startedAt;
    return { ...prepared, isNew: true, planningMs, estimatedBytes: variants.bytes };
  }

  prepared(choice: OperationChoice): OperationPlan | null {
    return this.#variantsOf(choice).find(choice.variables)?.prepared ?? null;
  }

  variantKey(choice: OperationChoice): string {
    return this.#variantsOf(choice).keyOf(choice.variables);
  }

  find(choice: OperationChoice): CompiledOperation {
    const variants = this.#variantsOf(choice);
    return (variants.find(choice.variables) ?? variants.compile(choice.variables)).operation;
  }

  #variantsOf(choice: OperationChoice): OperationVariants {
    const { document, operationName = "" } = choice;
    let operations = this.#known.get(document);
    if (!operations) this.#known.set(document, (operations = new Map()));
    let variants = operations.get(operationName);
    if (!variants) {
      const { operationName: name } = choice;
      operations.set(
        operationName,
        (variants = new OperationVariants({ document, operationName: name }, this.#scope)),
      );
    }
    return variants;
  }
}
