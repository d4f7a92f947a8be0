import { parse } from "graphql";
import { expect, test } from "vitest";
import { createCompiledExecutor } from "../../../../router/execution/executor.ts";
import { variantLimits } from "../../../../router/execution/variants/operation-variants.ts";
import { subgraphs, supergraphSdl } from "../differential/graph/toy-graph.ts";

const executor = await createCompiledExecutor(supergraphSdl, subgraphs);

/** An operation with this many conditions, each with a variable of its own. */
function documentOf(conditions: number, fieldsEach = 1) {
  const numbers = Array.from({ length: conditions }, (_, number) => number);
  const definitions = numbers.map((number) => `$v${number}: Boolean!`).join(" ");
  const fields = numbers.flatMap((number) =>
    Array.from({ length: fieldsEach }, (_, copy) => `f${number}_${copy}: name @include(if: $v${number})`),
  );
  return parse(`query(${definitions}) { me { id ${fields.join(" ")} } }`);
}

/** The bits of a number as the values of the variables. */
function valuesOf(bits: number, conditions: number): Record<string, boolean> {
  return Object.fromEntries(
    Array.from({ length: conditions }, (_, number) => [`v${number}`, (bits & (1 << number)) !== 0]),
  );
}

test("only variants that were needed are planned, each once while it is kept", () => {
  const document = documentOf(2);
  const choice = (bits: number) => ({ document, variables: valuesOf(bits, 2) });
  expect(executor.prepared(choice(1))).toBeNull();
  expect(executor.prepare(choice(1))).toMatchObject({ isNew: true, dependsOnVariables: true });
  expect(executor.prepare(choice(1))).toMatchObject({ isNew: false, planningMs: 0 });
  expect(executor.prepared(choice(1))).not.toBeNull();
  for (const bits of [0, 2, 3]) expect(executor.prepared(choice(bits))).toBeNull();
  expect(executor.variantKey(choice(1))).not.toBe(executor.variantKey(choice(2)));
});

test("an operation without variables in its conditions has one variant", () => {
  for (const text of ["{ me { name } }", "{ me { name bio @skip(if: true) } }"]) {
    const document = parse(text);
    expect(executor.prepare({ document, variables: { a: 1 } }).dependsOnVariables).toBe(false);
    expect(executor.prepared({ document, variables: { a: 2 } })).not.toBeNull();
  }
});

test("a flood of variants is bounded by number, and does not evict a variant in use", () => {
  const document = documentOf(8);
  const choice = (bits: number) => ({ document, variables: valuesOf(bits, 8) });
  for (const bits of [1, 2, 1]) executor.prepare(choice(bits));
  let bytes = 0;
  for (let bits = 3; bits < 256; bits += 1) {
    expect(executor.prepare(choice(bits)).isNew).toBe(true);
    ({ estimatedBytes: bytes } = executor.prepare(choice(bits)));
  }
  expect(executor.prepared(choice(1))).not.toBeNull();
  expect(bytes).toBeLessThan(variantLimits.bytes);
  const kept = Array.from({ length: 256 }, (_, bits) => bits).filter((bits) =>
    executor.prepared(choice(bits)),
  );
  expect(kept.length).toBeGreaterThan(variantLimits.variants / 4);
  expect(kept.length).toBeLessThanOrEqual(variantLimits.variants);
});

test("a flood of large variants is bounded by bytes", () => {
  const document = documentOf(6, 100);
  const choice = (bits: number) => ({ document, variables: valuesOf(bits, 6) });
  let sum = 0;
  for (let bits = 0; bits < 64; bits += 1) {
    const { compiled, estimatedBytes } = executor.prepare(choice(bits));
    sum += compiled!.estimatedBytes;
    expect(estimatedBytes).toBeLessThanOrEqual(variantLimits.bytes);
  }
  expect(sum).toBeGreaterThan(variantLimits.bytes);
});
