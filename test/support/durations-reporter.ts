import { writeFileSync } from "node:fs";
import { posix } from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import { projectPath } from "../../src/project-root.ts";

/** Where a run leaves how many seconds each test file took, by path, with its hooks and imports. */
export const lastDurationsFile = projectPath("dist", "test-durations.json");

/** The results in JSON count tests alone; of some files preparation is most of the work. */
// oxlint-disable-next-line import/no-default-export -- the runner loads a reporter by its default export
export default class DurationsReporter implements Reporter {
  readonly #seconds = new Map<string, number>();

  onTestModuleEnd(module: TestModule): void {
    const { duration, collectDuration, setupDuration } = module.diagnostic();
    const path = posix.relative(projectPath(), module.moduleId);
    this.#seconds.set(path, Math.round((duration + collectDuration + setupDuration) / 1_000));
  }

  onTestRunEnd(): void {
    writeFileSync(lastDurationsFile, `${JSON.stringify(Object.fromEntries(this.#seconds))}\n`);
  }
}
