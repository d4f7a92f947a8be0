import type { TestApp } from "../../support/app.ts";
import { until } from "../../support/poll.ts";
import { buildProgram, freePorts, startProgram, statusOf, type ProgramRun } from "./platform-process.ts";

const names = ["hub", "property", "gateway", "router"] as const;

/** A process of the split platform. */
export type ProcessName = (typeof names)[number];

/** The platform in four processes on the database of one that runs in this process. */
export interface SplitPlatform {
  urls: Readonly<Record<ProcessName, string>>;
  processes: ReadonlyMap<ProcessName, ProgramRun>;
  stop(): Promise<void>;
}

/** Starts the four processes beside `one` and waits until each is ready. */
export async function startSplit(one: TestApp, more: Record<string, string> = {}): Promise<SplitPlatform> {
  await buildProgram();
  const ports = await freePorts(names.length);
  const urls = Object.fromEntries(
    names.map((name, index) => [name, `http://127.0.0.1:${ports[index]}`]),
  ) as Record<ProcessName, string>;
  const processes = new Map<ProcessName, ProgramRun>();
  for (const [index, name] of names.entries()) {
    const env = {
      PORT: ports[index]!,
      LOG_LEVEL: "warn",
      DATABASE_URL: one.database.url,
      INTERNAL_SECRET: "secret-of-the-split-mode-test",
      OIDC_ISSUER: `${one.sandboxUrl}/identity`,
      PUBLIC_URL: one.url,
      HUB_URL: urls.hub,
      PROPERTY_URL: urls.property,
      GATEWAY_URL: urls.gateway,
      ...more,
    };
    processes.set(name, startProgram([name], env));
  }
  const stop = async () => {
    for (const { child, ended } of processes.values()) {
      child.kill("SIGTERM");
      await ended;
    }
  };
  try {
    for (const name of names) await untilReady(name, urls[name], processes.get(name)!);
  } catch (error) {
    await stop();
    throw error;
  }
  return { urls, processes, stop };
}

function untilReady(name: ProcessName, url: string, { child, stderr }: ProgramRun): Promise<unknown> {
  return until(
    `${name} is ready`,
    async () => {
      if (child.exitCode !== null) throw new Error(`${name} ended: ${stderr()}`);
      return (await statusOf(`${url}/readyz`)) === 200;
    },
    90_000,
  );
}
