import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import pg from "pg";
import type { TestContext } from "vitest";

/** A test, which removes what was made for it. */
type Context = Pick<TestContext, "onTestFinished">;

export interface Holder {
  /** The process that started the server. */
  pid: number;
  postgresPid: number;
  url: string;
  startMs: number;
  kill(): void;
  stop(): Promise<void>;
}

/** Another process that runs an embedded server. */
export async function holdPostgres(
  context: Context,
  dataDir: string,
  options: { env?: NodeJS.ProcessEnv; prefix?: string[] } = {},
): Promise<Holder> {
  const script = fileURLToPath(new URL("hold-postgres.ts", import.meta.url));
  const [command, ...args] = [...(options.prefix ?? []), process.execPath, script, dataDir];
  const child = spawn(command, args, {
    stdio: ["pipe", "pipe", "pipe"],
    env: options.env ?? process.env,
  });
  context.onTestFinished(() => void child.kill("SIGKILL"));
  const errors: string[] = [];
  child.stderr.on("data", (chunk: Buffer) => errors.push(chunk.toString()));
  const exit = once(child, "exit");
  const line = once(createInterface({ input: child.stdout }), "line");
  const first = await Promise.race([line, exit.then(() => null)]);
  if (!first) throw new Error(errors.join(""));
  const said = JSON.parse(first[0] as string) as { pid: number; url: string; startMs: number };
  return {
    pid: child.pid as number,
    postgresPid: said.pid,
    url: said.url,
    startMs: said.startMs,
    kill: () => void child.kill("SIGKILL"),
    stop: async () => {
      child.stdin.end();
      await exit;
    },
  };
}

/** A new directory that goes with the test. */
export async function temporaryDirectory({ onTestFinished }: Context): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "hub-postgres-test-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** An environment in which these commands are there but fail. */
export async function environmentWithout(
  context: Context,
  ...commands: string[]
): Promise<NodeJS.ProcessEnv> {
  const bin = join(await temporaryDirectory(context), "bin");
  await mkdir(bin);
  for (const command of commands) await writeFile(join(bin, command), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  return { ...process.env, PATH: `${bin}:${process.env["PATH"]}` };
}

export async function query<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
