/**
 * A restore drill: the platform under writes of money, an online backup during them, the database lost for
 * good, and restored in every way that deploy/README.md describes. Each promise has a verdict;
 * docs/guides/reliability.md states them. DRILL_SECONDS is the length of each writing phase: before the backup,
 * between it and the moment to restore, and after that.
 */
import {
  checkDumpWithoutRoles,
  checkMistakes,
  checkRestored,
  restoreFromDump,
  restoreToLast,
  restoreToMoment,
  type Verdict,
} from "./drill.ts";
import { loseDatabase } from "./drill-world.ts";

const seconds = Number(process.env["DRILL_SECONDS"] ?? 8);
const archiveTimeoutSeconds = 5;

const verdicts: Verdict[] = [];
const report = (verdict: Verdict) => {
  verdicts.push(verdict);
  process.stderr.write(`${verdict.verdict.padEnd(8)}${verdict.name}   ${verdict.words}\n`);
};
const world = await loseDatabase({
  seconds: { before: seconds, between: seconds, after: seconds },
  archiveTimeoutSeconds,
  hasDump: true,
});
try {
  const { writers, backup, tools, dump } = world;
  const acknowledged = writers.writes.filter((write) => write.acknowledgedAt !== null).length;
  report({
    name: "writes go on during the backup",
    verdict: writers.wrongs.length === 0 ? "kept" : "BROKEN",
    words: writers.wrongs[0] ?? `${acknowledged} acknowledged; the copy took ${backup.seconds.toFixed(1)} s`,
  });
  await checkRestored("to a moment", () => restoreToMoment(world), report);
  await checkRestored("to the last moment", () => restoreToLast(world), report);
  await checkMistakes(world, report);
  if (typeof tools === "string" || typeof dump === "string") {
    report({ name: "from a dump", verdict: "not run", words: String(tools) });
  } else {
    await checkRestored("from a dump", () => restoreFromDump(world, tools, dump), report);
    await checkDumpWithoutRoles(world, { tools, dump }, report);
  }
} finally {
  await world.close();
}
const width = Math.max(...verdicts.map(({ name }) => name.length));
const lines = verdicts.map(
  ({ name, verdict, words }) => `| ${name.padEnd(width)} | ${verdict.padEnd(7)} | ${words} |`,
);
process.stdout.write(
  `| ${"promise".padEnd(width)} | verdict | what came of it |\n|${"-".repeat(width + 2)}|---------|---|\n${lines.join("\n")}\n`,
);
process.exit(verdicts.some(({ verdict }) => verdict === "BROKEN") ? 1 : 0);
