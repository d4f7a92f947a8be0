import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { onTestFinished } from "vitest";
import { systemClock } from "../../src/time/clock.ts";
import { startSandbox, type Sandbox, type SandboxOptions } from "../../sandbox/sandbox.ts";
import { putSigningKey } from "../support/signing-key.ts";

export const testAudience = "the-platform";

/** A separate sandbox for the running test, on free ports, closed when the test ends. */
export async function startTestSandbox(overrides: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  const keyDir = overrides.keyDir ?? (await createKeyDir());
  if (overrides.keyDir === undefined) await putSigningKey(keyDir);
  const log = pino({ level: "silent" });
  const sandbox = await startSandbox({
    port: 0,
    audience: testAudience,
    log,
    clock: systemClock,
    keyDir,
    ...overrides,
  });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** An empty directory that is removed when the running test ends. */
export async function createKeyDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "sandbox-test-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** Sends JSON and answers the status and the parsed body. */
export async function sendJson(method: string, url: string, body?: unknown) {
  const init: RequestInit = { method };
  if (body !== undefined)
    Object.assign(init, { body: JSON.stringify(body), headers: { "content-type": "application/json" } });
  const response = await fetch(url, init);
  const text = await response.text();
  return { status: response.status, body: text === "" ? null : JSON.parse(text) };
}
