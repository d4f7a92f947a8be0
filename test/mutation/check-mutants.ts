import type { Mutant } from "./mutants.ts";
import type { FileHits } from "./switch.ts";
import type { FileRun, TestProcess } from "./test-process.ts";

export interface Verdict {
  mutant: Mutant;
  /** `uncovered` also counts as survived: no selected test executes the mutated code. */
  status: "killed" | "timeout" | "survived" | "uncovered";
  /** The test file that failed; `failure` names the first failed test in it. */
  killedBy: string | null;
  failure: string | null;
}

interface Baseline {
  seconds: number;
  covered: ReadonlySet<number>;
  hits: FileHits;
}

/** Number of test files each mutant runs alone, before the remaining mutants share runs. */
const filesAlone = 2;

/** Number of kills after which the files that failed run again without a mutant. */
const killsPerCheck = 25;

/**
 * Finds out which mutants the tests detect. Each test file runs once without a mutant to record coverage, then its tests run
 * only with mutants they cover, fastest files first. Mutants that survive these share runs of whole files: when a file passes
 * with all of them active, each survives it. When it fails, the set is bisected.
 */
export class MutantCheck {
  readonly #process: TestProcess;
  readonly #tests: readonly string[];
  readonly #report: (line: string) => void;
  readonly #baselines = new Map<string, Baseline>();
  /** Static mutants: their code runs at module load, so they need a new process. */
  readonly #loaded = new Set<number>();
  /** Static mutants that were active when the modules of the current process loaded. */
  #loadedWith = "";
  /** Whether a test passes without the tests before it, by file and test name. */
  readonly #alone = new Map<string, boolean>();

  constructor(process: TestProcess, tests: readonly string[], report: (line: string) => void) {
    this.#process = process;
    this.#tests = tests;
    this.#report = report;
  }

  async run(mutants: readonly Mutant[]): Promise<Verdict[]> {
    await this.#measureBaselines();
    const verdicts = mutants.map<Verdict>((mutant) => ({
      mutant,
      status: this.#coveringTests(mutant).length === 0 ? "uncovered" : "survived",
      killedBy: null,
      failure: null,
    }));
    await this.#tryAlone(verdicts);
    await this.#tryTogether(verdicts.filter(isLeft));
    return verdicts;
  }

  /** Excludes test files that fail twice without a mutant. */
  async #measureBaselines(): Promise<void> {
    for (const path of this.#tests) {
      let run = await this.#process.run(path, { timeoutSeconds: 600 });
      if (run.outcome !== "passed") {
        await this.#process.restart();
        run = await this.#process.run(path, { timeoutSeconds: 600 });
      }
      const { outcome, seconds, hits, failure } = run;
      for (const id of hits.load) this.#loaded.add(id);
      if (outcome === "passed") this.#baselines.set(path, { seconds, covered: new Set(hits.run), hits });
      else await this.#process.restart();
      const what = outcome === "passed" ? `covers ${hits.run.length}` : `${outcome}: ${failure}`;
      this.#report(`${path} ${seconds.toFixed(1)} s, ${what}`);
    }
  }

  async #tryAlone(verdicts: readonly Verdict[]): Promise<void> {
    let unchecked: Verdict[] = [];
    for (const [index, verdict] of verdicts.entries()) {
      for (const path of this.#coveringTests(verdict.mutant).slice(0, filesAlone))
        if (isLeft(verdict)) await this.#tryTests(path, verdict);
      this.#report(`${index + 1}/${verdicts.length} ${describeVerdict(verdict)}`);
      if (verdict.status === "killed") unchecked.push(verdict);
      if (unchecked.length < killsPerCheck && index < verdicts.length - 1) continue;
      await this.#recheckKills(unchecked);
      unchecked = [];
    }
  }

  async #tryTogether(verdicts: readonly Verdict[]): Promise<void> {
    for (const isStatic of [false, true]) {
      const group = verdicts.filter(({ mutant }) => this.#loaded.has(mutant.id) === isStatic);
      for (const [path] of this.#bySeconds()) {
        const covered = group.filter(
          (verdict) => isLeft(verdict) && this.#coveringTests(verdict.mutant).includes(path),
        );
        if (covered.length > 0) await this.#tryFile(path, covered);
      }
    }
  }

  /** Runs the tests of a file that cover a mutant. A test that needs the tests before it makes the whole file run. */
  async #tryTests(path: string, verdict: Verdict): Promise<void> {
    const testNames = this.#testsOf(path, verdict.mutant);
    if (!testNames) return this.#tryFile(path, [verdict]);
    const run = await this.#runWith(path, [verdict], testNames);
    if (run.outcome === "passed") return;
    const isSlow = run.seconds > this.#slowSeconds(path);
    if (isSlow || !run.failure || !(await this.#passesAlone(path, run.failure)))
      return this.#tryFile(path, [verdict]);
    Object.assign(verdict, { status: "killed", killedBy: path, failure: run.failure });
  }

  /** Names of the tests that cover a mutant; null where its code ran outside of tests too. */
  #testsOf(path: string, { id }: Mutant): string[] | null {
    const { outside, tests } = this.#baselines.get(path)!.hits;
    if (this.#loaded.has(id) || outside.includes(id)) return null;
    return Object.keys(tests).filter((name) => tests[name]!.includes(id));
  }

  async #passesAlone(path: string, testName: string): Promise<boolean> {
    const key = `${path} ${testName}`;
    let passes = this.#alone.get(key);
    if (passes === undefined) {
      const run = await this.#runWith(path, [], [testName]);
      passes = run.outcome === "passed";
      this.#alone.set(key, passes);
    }
    return passes;
  }

  /** Runs a file with all given mutants active. Bisects the set on failure to find the mutants it kills. */
  async #tryFile(path: string, verdicts: readonly Verdict[]): Promise<void> {
    let run = await this.#runWith(path, verdicts);
    if (run.outcome !== "passed" && run.seconds > this.#slowSeconds(path))
      run = await this.#runWith(path, verdicts);
    const ids = verdicts.map(({ mutant }) => mutant.id);
    if (verdicts.length > 1) this.#report(`${path} with ${ids.join(",")}: ${run.outcome}`);
    if (run.outcome === "passed") {
      // A memoized result hid them: treat them as static.
      const unseen = verdicts.filter(
        ({ mutant: { id } }) => !run.hits.active.includes(id) && !this.#loaded.has(id),
      );
      for (const { mutant } of unseen) this.#loaded.add(mutant.id);
      if (unseen.length > 0) await this.#tryFile(path, unseen);
    } else if (verdicts.length > 1) {
      const half = Math.ceil(verdicts.length / 2);
      await this.#tryFile(path, verdicts.slice(0, half));
      await this.#tryFile(path, verdicts.slice(half));
    } else {
      const status = run.outcome === "timeout" ? "timeout" : "killed";
      Object.assign(verdicts[0]!, { status, killedBy: path, failure: run.failure });
    }
  }

  /** A failure after this time may be a timeout on a busy machine, so it has to happen twice. */
  #slowSeconds(path: string): number {
    return 5 + 2 * (this.#baselines.get(path)?.seconds ?? 0);
  }

  async #runWith(
    path: string,
    verdicts: readonly Verdict[],
    testNames?: readonly string[],
  ): Promise<FileRun> {
    const ids = verdicts.map(({ mutant }) => mutant.id);
    const inLoaded = ids.filter((id) => this.#loaded.has(id)).join();
    if (inLoaded !== this.#loadedWith) await this.#process.restart();
    this.#loadedWith = inLoaded;
    const seconds = this.#baselines.get(path)?.seconds ?? 0;
    const timeoutSeconds = 60 + 4 * seconds;
    const run = await this.#process.run(path, { active: ids, timeoutSeconds, testNames });
    // Modules that failed to load are missing for the next file.
    if (run.outcome !== "passed" && inLoaded !== "") this.#loadedWith = "stale";
    return run;
  }

  /**
   * Guards against state that an earlier mutant left in the process. When a killing file also fails without a mutant, its
   * kills are repeated, each in a new process.
   */
  async #recheckKills(verdicts: readonly Verdict[]): Promise<void> {
    for (const [path, group] of Map.groupBy(verdicts, ({ killedBy }) => killedBy!)) {
      const failures = group.flatMap(({ failure }) => failure ?? []);
      const isKnown = failures.every((name) => this.#alone.get(`${path} ${name}`));
      const run = await this.#runWith(path, [], isKnown ? failures : undefined);
      if (run.outcome === "passed") continue;
      this.#report(`${path} fails without a mutant (${run.failure}): ${group.length} kills are repeated`);
      for (const verdict of group) {
        await this.#process.restart();
        Object.assign(verdict, { status: "survived", killedBy: null, failure: null });
        await this.#tryFile(path, [verdict]);
      }
      await this.#process.restart();
    }
  }

  #coveringTests({ id }: Mutant): string[] {
    const all = this.#bySeconds();
    const covering = all.filter(([, { covered }]) => covered.has(id));
    // Coverage of static code is recorded only for the first file that loads it.
    const others = this.#loaded.has(id) ? all.filter(([, { covered }]) => !covered.has(id)) : [];
    return [...covering, ...others].map(([path]) => path);
  }

  #bySeconds(): [string, Baseline][] {
    return [...this.#baselines].sort(([, a], [, b]) => a.seconds - b.seconds);
  }
}

function isLeft({ status }: Verdict): boolean {
  return status === "survived";
}

export function describeVerdict({ mutant, status, killedBy, failure }: Verdict): string {
  const { id, path, line, mutator, original, replacement } = mutant;
  const short = (text: string) => text.replaceAll(/\s+/g, " ").slice(0, 80);
  const by = killedBy ? ` by ${killedBy} (${failure})` : "";
  return `${id} ${status} ${path}:${line} ${mutator}: ${short(original)} → ${short(replacement) || "(removed)"}${by}`;
}
