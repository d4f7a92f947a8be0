import { execFileSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { projectPath } from "../../../src/project-root.ts";

test("the SDK of banks keeps no source map in memory: its heap is a third of that of a plain import", () => {
  const compiled = projectPath("dist", "src", "plaid", "load-sdk.js");
  const program = `
    const before = process.memoryUsage().heapUsed;
    const { loadPlaidSdk } = await import(${JSON.stringify(pathToFileURL(compiled).href)});
    const { Configuration, PlaidApi } = await loadPlaidSdk();
    gc();
    const heap = process.memoryUsage().heapUsed - before;
    console.log(JSON.stringify({ heap, call: typeof new PlaidApi(new Configuration()).transactionsSync }));`;
  const args = ["--expose-gc", "--input-type=module", "--eval", program];
  const told = JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })) as object;
  expect(told).toEqual({ heap: expect.any(Number) as number, call: "function" });
  expect((told as { heap: number }).heap).toBeLessThan(12 * 2 ** 20);
});
