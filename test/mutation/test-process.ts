import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { createVitest, type Vitest } from "vitest/node";
import { projectPath } from "../../src/project-root.ts";
import { instrument, type Mutant } from "./mutants.ts";
import type { FileHits } from "./switch.ts";
import { killWorker, stopWorker, warmPool } from "./warm-worker.ts";

/** Result of one test file run. */
export interface FileRun {
  outcome: "passed" | "failed" | "timeout";
  seconds: number;
  hits: FileHits;
  /** The first test that failed. */
  failure: string | null;
}

interface RunOptions {
  /** Ids of the mutants to activate. */
  active?: readonly number[];
  timeoutSeconds: number;
  /** Full names of the tests to run; all of the file by default. */
  testNames?: readonly string[] | undefined;
}

/** Runs test files in a reused process, on code that contains all mutants behind switches. */
export class TestProcess {
  readonly #vitest: Vitest;
  readonly #folder: string;

  private constructor(vitest: Vitest, folder: string) {
    this.#vitest = vitest;
    this.#folder = folder;
  }

  static async start(mutants: readonly Mutant[]): Promise<TestProcess> {
    const byPath = Map.groupBy(mutants, ({ path }) => projectPath(path));
    // Global setup loads mutated modules in this process.
    globalThis.__mutant = () => false;
    const vitest = await createVitest(
      "test",
      {
        root: projectPath(),
        watch: false,
        pool: warmPool,
        maxWorkers: 1,
        isolate: false,
        bail: 1,
        retry: 0,
        // The instrumented code differs between runs.
        fsModuleCache: false,
        silent: true,
        // A mutant often makes a test wait for something that never happens.
        testTimeout: 60_000,
        hookTimeout: 60_000,
        reporters: [{}],
        setupFiles: ["reflect-metadata", projectPath("test", "mutation", "switch.ts")],
      },
      {
        plugins: [
          {
            name: "mutants",
            enforce: "pre",
            transform: (code, id) => {
              const found = byPath.get(id);
              return found ? { code: instrument(code, found), map: null } : null;
            },
          },
        ],
      },
    );
    return new TestProcess(vitest, mkdtempSync(join(tmpdir(), "hub-mutation-")));
  }

  /** Runs one test file with the given mutants active, up to its first failure. Kills the process on timeout. */
  async run(path: string, { active = [], timeoutSeconds, testNames }: RunOptions): Promise<FileRun> {
    const hitsFile = join(this.#folder, "hits.json");
    rmSync(hitsFile, { force: true });
    const project = this.#vitest.getRootProject();
    project.provide("mutation", { active: [...active], hitsFile });
    const started = performance.now();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      killWorker();
    }, timeoutSeconds * 1_000);
    const { testModules, unhandledErrors } = await this.#vitest.runTestSpecifications([
      project.createSpecification(projectPath(path), testNames && { testNames: [...testNames] }),
    ]);
    clearTimeout(timer);
    const module = testModules.find(({ moduleId }) => posix.normalize(moduleId) === projectPath(path));
    const failed = module === undefined ? [] : [...module.children.allTests("failed")];
    const hasPassed = !isLate && unhandledErrors.length === 0 && module?.state() === "passed";
    return {
      outcome: isLate ? "timeout" : hasPassed ? "passed" : "failed",
      seconds: (performance.now() - started) / 1_000,
      hits: existsSync(hitsFile)
        ? (JSON.parse(readFileSync(hitsFile, "utf8")) as FileHits)
        : { load: [], run: [], outside: [], tests: {}, active: [] },
      failure:
        failed[0]?.fullName ?? (hasPassed ? null : firstLine(unhandledErrors[0] ?? module?.errors()[0])),
    };
  }

  /** Makes the next test file load all modules again. */
  restart(): Promise<void> {
    return stopWorker();
  }

  async close(): Promise<void> {
    await stopWorker();
    await this.#vitest.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function firstLine(error: unknown): string {
  const { message = "no error" } = (error ?? {}) as { message?: string };
  return message.split("\n")[0]!.slice(0, 200);
}
