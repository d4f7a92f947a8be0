import { GraphQLError } from "graphql";
import { SegmentedCache } from "../../../src/concurrency/segmented-cache.ts";
import { compileOperation, type CompiledOperation, type OperationScope } from "../compile-operation.ts";
import type { OperationChoice, OperationPlan } from "../graph-executor.ts";
import { OperationConditions } from "./operation-conditions.ts";

/** Bounds of the variants that are kept of one operation; the least used ones are compiled again when needed. */
export const variantLimits = { variants: 16, bytes: 8 * 1024 * 1024 } as const;

export interface KnownOperation {
  operation: CompiledOperation;
  /** The current result of `prepare`. */
  prepared: OperationPlan;
}

interface Variant {
  key: string;
  known: KnownOperation;
}

type Values = Readonly<Record<string, unknown>>;

/**
 * What is compiled of one operation: one variant for each combination of values of the variables that its conditions
 * name, made when a request needs it. An operation without such variables has one.
 */
export class OperationVariants {
  readonly #choice: OperationChoice;
  readonly #scope: OperationScope;
  readonly #conditions: OperationConditions | null;
  readonly #kept: SegmentedCache<Variant> | null;
  #latest: Variant | null = null;

  constructor(choice: OperationChoice, scope: OperationScope) {
    this.#choice = choice;
    this.#scope = scope;
    this.#conditions = OperationConditions.read(choice.document, choice.operationName);
    const { variants: maxEntries, bytes: maxBytes } = variantLimits;
    this.#kept = this.#conditions?.hasVariables ? new SegmentedCache({ maxEntries, maxBytes }) : null;
  }

  /** Distinguishes the variants; empty where there is one. */
  keyOf(values: Values = {}): string {
    return this.#kept ? this.#conditions!.keyOf(values) : "";
  }

  find(values: Values = {}): KnownOperation | null {
    if (!this.#kept) return this.#latest?.known ?? null;
    const key = this.keyOf(values);
    if (this.#latest?.key === key) return this.#latest.known;
    const kept = this.#kept.get(key);
    if (!kept) return null;
    this.#latest = kept;
    return kept.known;
  }

  /** Plans and compiles the variant of these values. */
  compile(values: Values = {}): KnownOperation {
    const conditions = this.#conditions;
    const document = conditions ? conditions.decide(values) : this.#choice.document;
    const compiled = compileOperation(document, this.#choice.operationName, this.#scope);
    const operation = conditions ? refuseNulls(compiled, conditions.nullableVariables) : compiled;
    const { plan, estimatedBytes } = operation;
    const dependsOnVariables = this.#kept !== null;
    const prepared = { plan, estimatedBytes, dependsOnVariables, isNew: false, planningMs: 0 };
    const variant: Variant = {
      key: this.keyOf(values),
      known: { operation, prepared: { ...prepared, compiled: operation } },
    };
    this.#latest = variant;
    this.#kept?.set(variant.key, variant, estimatedBytes);
    return variant.known;
  }

  /** Estimated memory of all variants that are kept. */
  get bytes(): number {
    const latest = this.#latest?.known.operation.estimatedBytes ?? 0;
    return Math.max(latest, this.#kept?.bytes ?? 0);
  }
}

/** A nullable variable with a default may be given null, and a condition may not. */
function refuseNulls(operation: CompiledOperation, names: readonly string[]): CompiledOperation {
  if (names.length === 0) return operation;
  const coerceVariables: CompiledOperation["coerceVariables"] = (raw) => {
    const values = operation.coerceVariables(raw);
    if (values.errors || !names.some((name) => values.coerced[name] === null)) return values;
    return { errors: [new GraphQLError('Argument "if" of non-null type "Boolean!" must not be null.')] };
  };
  return { ...operation, coerceVariables };
}
