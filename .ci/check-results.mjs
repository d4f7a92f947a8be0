import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const [path] = process.argv.slice(2);
const results = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null;
const count = (name) => results?.[name] ?? 0;
const skipped = (results?.testResults ?? []).flatMap((file) =>
  file.assertionResults.filter((test) => test.status !== "passed" && test.status !== "failed"),
);
// A file that cannot be loaded has no tests to count, but it failed.
const brokenFiles = (results?.testResults ?? []).filter(
  (file) => file.status === "failed" && file.assertionResults.every((test) => test.status !== "failed"),
);

// What is late now and then is told, so that it is mended.
const secondTry = (results?.testResults ?? []).flatMap((file) =>
  file.assertionResults.filter((test) => test.status === "passed" && test.failureMessages?.length > 0),
);

for (const { fullName, failureMessages } of secondTry)
  process.stderr.write(`only at the second try: ${fullName}: ${failureMessages[0].split("\n")[0]}\n`);
for (const file of brokenFiles) process.stderr.write(`did not run: ${file.name}\n`);
for (const test of skipped) process.stderr.write(`skipped: ${test.fullName}\n`);
if (!results) process.stderr.write("The tests did not run.\n");

// Seconds by file, with hooks and imports; the results have those of tests alone.
const durations = path ? join(dirname(path), "test-durations.json") : "";
const seconds = existsSync(durations) ? Object.entries(JSON.parse(readFileSync(durations, "utf8"))) : [];
const slowest = seconds.toSorted(([, one], [, other]) => other - one).slice(0, 15);
if (slowest.length > 0) process.stdout.write("Slowest files, in seconds:\n");
for (const [file, taken] of slowest) process.stdout.write(`${String(taken).padStart(5)} ${file}\n`);
const failed = count("numFailedTests") + brokenFiles.length + (results ? 0 : 1);
process.stdout.write(`${count("numPassedTests")} passed, ${failed} failed\n`);
process.exitCode = failed > 0 || skipped.length > 0 || count("numPassedTests") === 0 ? 1 : 0;
