import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import { projectPath } from "../../../src/project-root.ts";
import { claimCompileCache, compileCache } from "../../support/compile-cache.ts";
import { isProgramBuilt } from "../../support/built-program.ts";
import { takePorts } from "../../split/ports.ts";
import { until } from "../../support/poll.ts";
import { putSigningKey } from "../../support/signing-key.ts";

/** The built program, as people start it. */
export interface ProgramRun {
  child: ChildProcess;
  /** Its output so far. */
  stdout(): string;
  stderr(): string;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
}

export interface PlatformProcess extends ProgramRun {
  url: string;
  sandboxUrl: string;
  env: Record<string, string>;
  /** Headers that act as this demo person. */
  as(userId: string): Promise<Record<string, string>>;
}

let built: Promise<unknown> | null = null;

/** Compiles the program where it is older than its sources, and leaves its compiled code for the processes of the run. */
export function buildProgram(): Promise<unknown> {
  return (built ??= buildOnce());
}

async function buildOnce(): Promise<void> {
  if (!isProgramBuilt()) {
    const compiler = projectPath("node_modules", "typescript", "bin", "tsc");
    await runNode([compiler, "-p", projectPath("tsconfig.build.json")]);
  }
  // Node writes its cache when a process exits normally; most processes of the tests are killed.
  const isFirst = await claimCompileCache();
  if (isFirst) await runNode(["--input-type=module", "-e", `import "reflect-metadata"; ${imports}`]);
}

const imports = ["start", "part-hub", "part-gateway", "part-property"]
  .map((name) => `await import("./dist/platform/${name}.js");`)
  .join(" ");

function runNode(words: readonly string[]): Promise<unknown> {
  const { PATH = "", HOME = "" } = process.env;
  const env = { PATH, HOME, ...compileCache() };
  return promisify(execFile)(process.execPath, words, { cwd: projectPath(), env });
}

/** As `startProgram`; killed when the test ends. */
export function runProgram(words: readonly string[], env: Record<string, string> = {}): ProgramRun {
  const run = startProgram(words, env);
  onTestFinished(async () => {
    run.child.kill("SIGKILL");
    await run.ended;
  });
  return run;
}

/**
 * Runs the built program with these arguments and without this process's own settings, and without the content of the demo, which
 * takes most of the time of a start and of which tests make what they need. The caller ends it.
 */
export function startProgram(words: readonly string[], env: Record<string, string> = {}): ProgramRun {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, [projectPath("dist", "main.js"), ...words], {
    cwd: projectPath(),
    env: { PATH, HOME, DEMO_CONTENT: "0", ...compileCache(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const written = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => void (written[name] += text));
  }
  const ended = once(child, "close").then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  return { child, stdout: () => written.stdout, stderr: () => written.stderr, ended };
}

let sharedDataDir: Promise<string> | null = null;

/** The directory that the processes of one test share, as processes of one machine do; removed after the test. */
function dataDirOfTest(): Promise<string> {
  if (sharedDataDir) return sharedDataDir;
  onTestFinished(() => void (sharedDataDir = null));
  return (sharedDataDir = dataDirWithKey());
}

async function dataDirWithKey(): Promise<string> {
  const directory = await temporaryDirectory();
  await putSigningKey(join(directory, "sandbox"));
  return directory;
}

/** Starts the whole platform as a process of its own; does not wait until it is ready. */
export async function startProcess(settings: Record<string, string>): Promise<PlatformProcess> {
  const env = { LOG_LEVEL: "warn", DATA_DIR: await dataDirOfTest(), ...(await ownPorts()), ...settings };
  const run = runProgram(["start"], env);
  const sandboxUrl = `http://127.0.0.1:${env.SANDBOX_PORT}`;
  return {
    ...run,
    env,
    url: `http://127.0.0.1:${env.PORT}`,
    sandboxUrl,
    as: async (userId) => ({ authorization: `Bearer ${await tokenOf(sandboxUrl, userId)}` }),
  };
}

/** Waits until the process reports ready. Fails immediately when it has exited instead. */
export async function untilReady(platform: Pick<PlatformProcess, "url" | "ended" | "stderr">): Promise<void> {
  let end: number | string | null = null;
  void platform.ended.then((how) => void (end = how));
  await until("the platform is ready", async () => {
    if (end !== null) throw new Error(`It ended with ${end}: ${platform.stderr()}`);
    return (await statusOf(`${platform.url}/readyz`)) === 200;
  });
}

/** The HTTP status of a GET, or null without a response. */
export async function statusOf(url: string): Promise<number | null> {
  return fetch(url).then(
    ({ status }) => status,
    () => null,
  );
}

/** A directory that is removed after the test. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "hub-process-test-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** Settings with free ports for the router, the sandbox and the metrics. */
export async function ownPorts(): Promise<{ PORT: string; SANDBOX_PORT: string; METRICS_PORT: string }> {
  const [PORT, SANDBOX_PORT, METRICS_PORT] = (await freePorts(3)) as [string, string, string];
  return { PORT, SANDBOX_PORT, METRICS_PORT };
}

/** Free loopback ports as texts, as settings want them. */
export async function freePorts(count: number): Promise<string[]> {
  return (await takePorts(count)).map(String);
}

async function tokenOf(sandboxUrl: string, sub: string): Promise<string> {
  const response = await fetch(`${sandboxUrl}/identity/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ sub }),
  });
  return ((await response.json()) as { accessToken: string }).accessToken;
}
