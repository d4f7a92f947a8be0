import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { projectPath } from "../../src/project-root.ts";
import { describeVerdict, MutantCheck, type Verdict } from "./check-mutants.ts";
import { chooseTests } from "./choose-tests.ts";
import { mutantsOf, sampleMutants } from "./sample.ts";
import { TestProcess } from "./test-process.ts";

/**
 * Mutation check of a folder: `npm run mutate -- src/access --sample 60`. Writes `dist/mutation/<folder>.json` and `.md`.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    // Maximum recorded seconds of the selected test files.
    "tests-seconds": { type: "string", default: "120" },
    // Report whose survivors are checked again.
    "survivors-of": { type: "string" },
    list: { type: "boolean", default: false },
  },
});
const [folder] = positionals;
if (!folder) throw new Error("Name a folder or file, for example: npm run mutate -- src/access");

const all = mutantsOf(folder.replace(/\/$/, ""));
const survivors = values["survivors-of"] === undefined ? null : survivorsOf(values["survivors-of"]);
const sample = sampleMutants(all, Number(values.sample), values.seed)
  .map((mutant, index) => ({ ...mutant, id: index + 1 }))
  .filter(({ key }) => survivors?.has(key) ?? true);
const say = (line: string) => void process.stdout.write(`${line}\n`);
if (values.list) {
  for (const { path, line, mutator, original, replacement } of sample)
    say(`${path}:${line} ${mutator}: ${original} → ${replacement}`);
} else {
  const started = performance.now();
  const { files, walk, operations } = chooseTests(folder.replace(/\/$/, ""), Number(values["tests-seconds"]));
  process.env["WALK_ONLY"] = operations.join(",");
  say(
    `${sample.length} of ${all.length} mutants, ${files.length + walk.length} test files, ${operations.length} operations walked`,
  );
  const tests = await TestProcess.start(sample);
  const verdicts = await new MutantCheck(tests, [...files, ...walk], say).run(sample);
  await tests.close();
  report(verdicts, (performance.now() - started) / 1_000);
}

function survivorsOf(file: string): Set<string> {
  const { verdicts } = JSON.parse(readFileSync(file, "utf8")) as { verdicts: Verdict[] };
  return new Set(
    verdicts
      .filter(({ status }) => status === "survived" || status === "uncovered")
      .map(({ mutant }) => mutant.key),
  );
}

function report(verdicts: readonly Verdict[], seconds: number): void {
  const caught = verdicts.filter(({ status }) => status === "killed" || status === "timeout").length;
  const left = verdicts.filter(({ status }) => status === "survived" || status === "uncovered");
  const score = verdicts.length === 0 ? 0 : (100 * caught) / verdicts.length;
  const name = folder!.replaceAll("/", "-").replace(/-$/, "");
  const text = [
    `# ${folder}`,
    "",
    `Seed ${values.seed}: ${caught} of ${verdicts.length} mutants caught, ${score.toFixed(1)} %, in ${seconds.toFixed(0)} s.`,
    "",
    ...left.map((verdict) => `- ${describeVerdict(verdict)}`),
    "",
  ].join("\n");
  mkdirSync(projectPath("dist", "mutation"), { recursive: true });
  writeFileSync(projectPath("dist", "mutation", `${name}.md`), text);
  writeFileSync(
    projectPath("dist", "mutation", `${name}.json`),
    `${JSON.stringify({ folder, seed: values.seed, all: all.length, score, verdicts }, null, 2)}\n`,
  );
  say(text);
}
