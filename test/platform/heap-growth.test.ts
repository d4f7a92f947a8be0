import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { projectPath } from "../../src/project-root.ts";

const program = `
  const { growFreely, limitGrowth } = await import(${JSON.stringify(projectPath("dist", "platform", "runtime", "heap-growth.js"))});
  const kept = [];
  const fill = () => { for (let i = 0; i < 800_000; i += 1) kept.push({ i, more: [i, i] }); };
  growFreely();
  fill();
  gc();
  console.log("limited");
  limitGrowth();
  gc();
  fill();
`;

/** How often the heap was marked: while it could grow freely, and with its limit. */
function marks(flags: string[]): [number, number] {
  const output = execFileSync(
    process.execPath,
    [
      "--trace-gc",
      "--expose-gc",
      "--single-threaded-gc",
      "--max-semi-space-size=1",
      ...flags,
      "--input-type=module",
      "-e",
      program,
    ],
    { encoding: "utf8" },
  );
  const [free, limited] = output.split("limited").map((part) => part.split("Mark-Compact").length - 1);
  return [free!, limited!];
}

test("the heap grows freely until a start has ended, and then as slowly as the flags of the process say", () => {
  const [free, limited] = marks(["--heap-growing-percent=2"]);
  const [, usual] = marks([]);
  expect(free).toBeLessThan(5);
  expect(limited).toBeGreaterThan(usual);
});
