// `npm run check`: runs every `check:*` script of package.json, two at a time. A check whose inputs are those of its last
// success is left out: their hash is kept below node_modules/.cache. With CI set, or outside of a git tree, all run.
import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { concurrently } from "concurrently";

const root = realpathSync(process.cwd());
const cache = join(root, "node_modules", ".cache", "green-checks");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const names = Object.keys(manifest.scripts).filter((name) => name.startsWith("check:"));

/** Checks that read no prose. Of all others every file is an input. */
const codeOnly = new Set(["check:arrows", "check:lint", "check:types", "check:unused", "check:web"]);

function git(...words) {
  return execFileSync("git", words, { cwd: root, encoding: "utf8", stdio: "pipe", maxBuffer: 2 ** 26 });
}

/** Tracked and untracked files; null where git does not know them, and nothing may be left out. */
function listFiles() {
  try {
    if (realpathSync(git("rev-parse", "--show-toplevel").trim()) !== root) return null;
    const paths = git("ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0");
    return [...new Set(paths)].filter(Boolean).toSorted((one, other) => (one < other ? -1 : 1));
  } catch {
    return null;
  }
}

function contentOf(path) {
  try {
    return createHash("sha256")
      .update(readFileSync(join(root, path)))
      .digest("hex");
  } catch {
    // Deleted, or a link to a folder.
    return "none";
  }
}

/** The hash of each check's inputs: files, installed packages, the Node that runs them, and this script. */
function hashInputs() {
  const paths = listFiles();
  if (paths === null) return null;
  const files = paths.map((path) => [path, contentOf(path)]);
  const installed = contentOf("node_modules/.package-lock.json");
  const own = createHash("sha256")
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .digest("hex");
  const hashOf = (name) => {
    const inputs = codeOnly.has(name) ? files.filter(([path]) => !path.endsWith(".md")) : files;
    return createHash("sha256")
      .update(JSON.stringify([process.version, process.arch, own, installed, inputs]))
      .digest("hex");
  };
  return new Map(names.map((name) => [name, hashOf(name)]));
}

/** What npm would run for a script: a process of npm takes half a second of processor time, a check may be three of them. */
function commandOf(name) {
  return manifest.scripts[name].replaceAll(/\bnpm run -s ([\w:]+)(?: --(?= ))?/g, (_all, script) =>
    commandOf(script),
  );
}

function lastGreen(name) {
  try {
    return readFileSync(join(cache, name.replace(":", "-")), "utf8");
  } catch {
    return null;
  }
}

/** In place of the file, never into it: folders of packages may share files with those of other clones. */
function keepGreen(name, hash) {
  const path = join(cache, name.replace(":", "-"));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.${process.pid}`, hash);
  renameSync(`${path}.${process.pid}`, path);
}

// oxlint-disable-next-line node/no-process-env -- a program of its own, which has no other settings
const before = process.env["CI"] ? null : hashInputs();
const waiting = names.filter((name) => before === null || lastGreen(name) !== before.get(name));
const unchanged = names.filter((name) => !waiting.includes(name));
if (unchanged.length > 0) process.stdout.write(`Unchanged since they passed: ${unchanged.join(", ")}\n`);
if (waiting.length > 0) {
  const commands = waiting.map((name) => ({
    command: commandOf(name),
    name: name.replace("check:", ""),
    // oxlint-disable-next-line node/no-process-env -- as above
    env: { PATH: `${join(root, "node_modules", ".bin")}${delimiter}${process.env["PATH"]}` },
  }));
  const { result } = concurrently(commands, { group: true, maxProcesses: 2 });
  const ends = await result.catch((failures) => (Array.isArray(failures) ? failures : []));
  // What was changed while it was checked is checked again.
  const after = before === null ? null : hashInputs();
  const passed = waiting.filter((_name, index) =>
    ends.some((end) => end.index === index && end.exitCode === 0),
  );
  for (const name of passed) {
    const hash = after?.get(name);
    if (hash !== undefined && hash === before.get(name)) keepGreen(name, hash);
  }
  if (passed.length < waiting.length) process.exitCode = 1;
}
