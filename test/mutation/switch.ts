import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, inject, onTestFinished } from "vitest";

/** Mutant coverage of one test file run. */
export interface FileHits {
  /** Mutants whose code ran while modules loaded. */
  load: number[];
  /** Mutants whose code ran after the modules loaded. */
  run: number[];
  /** Those of them whose code ran outside of a test, as in a hook of the file. */
  outside: number[];
  /** Mutants whose code ran in a test, by its full name. */
  tests: Record<string, number[]>;
  /** Active mutants whose code ran. */
  active: number[];
}

declare module "vitest" {
  interface ProvidedContext {
    mutation: { active: number[]; hitsFile: string };
  }
}

declare global {
  var __mutant: (id: number) => boolean;
}

/** Execution limit of active mutants, to end endless loops. A test file stays far below it. */
const maxHits = 5_000_000;

const { active: activeIds, hitsFile } = inject("mutation");
const active = new Set(activeIds);
const seen = new Set<number>();
const load = new Set<number>();
const run = new Set<number>();
const tests = new Map<string, Set<number>>();
let current = load;
let activeHits = 0;

// Modules stay loaded between test files, so they read the global on each call.
globalThis.__mutant = (id) => {
  current.add(id);
  if (!active.has(id)) return false;
  seen.add(id);
  activeHits++;
  if (activeHits > maxHits) throw new Error("a mutant made a loop endless");
  return true;
};

beforeAll(() => {
  current = run;
});

beforeEach(({ task }) => {
  current = tests.get(task.fullTestName) ?? new Set();
  tests.set(task.fullTestName, current);
  onTestFinished(() => {
    current = run;
  });
});

afterAll(() => {
  const inTests = [...tests.values()].flatMap((ids) => [...ids]);
  const hits: FileHits = {
    load: [...load],
    run: [...new Set([...run, ...inTests])],
    outside: [...run],
    tests: Object.fromEntries([...tests].map(([name, ids]) => [name, [...ids]])),
    active: [...seen],
  };
  writeFileSync(hitsFile, JSON.stringify(hits));
});
