import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectPath } from "../../src/project-root.ts";
import { readGuideBlocks } from "./guide-blocks.ts";
import { copyTree, type TreeCopy } from "./tree-copy.ts";

const guide = readFileSync(projectPath("docs", "maintainers", "adding-an-operation.md"), "utf8");
const blocks = readGuideBlocks(guide);
const commands = [...guide.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, lines]) =>
  lines!.trim().split("\n"),
);
const stepOf = (wanted: number) => blocks.filter(({ step }) => step === wanted);

let copy: TreeCopy;
beforeAll(async () => {
  copy = await copyTree();
  // Compiled forms that are older than the sources would be put back below.
  const { code, output } = await copy.run("npm run -s build");
  if (code !== 0) throw new Error(output);
  await copy.apply(blocks);
});
afterAll(() => copy?.remove());

test("the guide makes an operation with three doors of six files", () => {
  const files = [1, 2, 3, 4, 5, 6].map((step) => [...new Set(stepOf(step).map(({ path }) => path))]);
  expect(files.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1, 1]);
  expect(new Set(files.flat()).size).toBe(6);
  expect([7, 8, 9, 10].map((step) => stepOf(step).length)).toEqual([1, 1, 1, 1]);
});

test.each(commands)("in a tree with the guide's blocks passes: %s", async (command) => {
  const { code, output } = await copy.run(command);
  expect(code, output).toBe(0);
  expect(output).not.toContain("Operations are incomplete");
  if (command.includes("vitest")) expect(output).toMatch(/Tests +5 passed/);
});

/** Messages for an omitted step: FILE is the step's file, FOLDER that file's folder. */
const messages = new Map([
  [
    3,
    String.raw`Mutation\.addClientNote has an access rule \(.*clients\.rules\.ts\) but no resolver defines it: add it to FILE$`,
  ],
  [4, String.raw`Mutation\.addClientNote has no access rule \(.*clients\.resolver\.ts\): add one to FILE$`],
  [5, String.raw`Mutation\.addClientNote \(.*clients\.resolver\.ts\) has no row: add one to FILE, or`],
  [6, "AddClientNote has no sample: add one to FILE$"],
  [
    7,
    String.raw`The table client_notes \(.*client-notes\.service\.ts\) has no migration: add one to FOLDER, after`,
  ],
  [
    8,
    String.raw`AddClientNote \(.*clients\.operations\.ts\): the app invoicer has no tool group client-notes: add it to FILE$`,
  ],
]);

function messageOf(step: number): RegExp {
  const file = stepOf(step)[0]!.path;
  // Migrations stand in folders by number.
  const folder = file.slice(0, file.lastIndexOf("/")).replace(/\/\d{4}-\d{4}$/, "");
  return new RegExp(messages.get(step)!.replace("FILE", file).replace("FOLDER", folder), "m");
}

describe("an omitted step is reported with its file", () => {
  // Those that hide others, alone.
  test.each([{ steps: [3] }, { steps: [4] }, { steps: [5] }, { steps: [6, 7, 8] }])(
    "$steps, by the composition",
    async ({ steps }) => {
      const putBack = await copy.takeBack(steps.flatMap(stepOf));
      try {
        const { code, output } = await copy.run("node dist/main.js compose --check");
        expect(code).toBe(1);
        for (const step of steps) expect(output).toMatch(messageOf(step));
      } finally {
        await putBack();
      }
    },
  );

  test("1, 2 and 8, by the type checker", async () => {
    const putBack = await copy.takeBack([1, 2, 8].flatMap(stepOf));
    // What these files import is a fraction of the project, which `npm run check:types` has checked above.
    const left = blocks.filter(({ step, path }) => ![1, 2].includes(step) && /^(?!test\/).*\.ts$/.test(path));
    const include = [...new Set(left.map(({ path }) => path))];
    const compilerOptions = { incremental: false };
    await copy.write(
      "tsconfig.step.json",
      JSON.stringify({ extends: "./tsconfig.json", compilerOptions, include }),
    );
    try {
      const { code, output } = await copy.run("tsc -p tsconfig.step.json");
      expect(code).not.toBe(0);
      for (const step of [1, 2])
        expect(output).toContain(`Cannot find module './${stepOf(step)[0]!.path.split("/").at(-1)}'`);
      expect(output).toMatch(/clients\.operations\.ts.*"client-notes"' is not assignable/);
    } finally {
      await putBack();
    }
  });
});
