import { expect, test } from "vitest";
import { operationAreas } from "../../router/operations/areas.ts";
import { samples } from "./samples/door-samples.ts";

test("every operation has a sample, and every sample an operation", () => {
  const names = operationAreas.flatMap(({ operations }) => operations.map(({ name }) => name));
  expect(Object.keys(samples).sort()).toEqual(names.sort());
});
