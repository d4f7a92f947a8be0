import { fork, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { projectPath } from "../../src/project-root.ts";
import { until } from "../support/poll.ts";
import { freePorts } from "../platform/support/platform-process.ts";
import { prepareGrafbase } from "./grafbase.ts";

/** Addresses of the subgraphs by name. */
export type SubgraphUrls = Readonly<Record<"hub" | "property" | "gateway", string>>;

/**
 * A third-party federation router, running on our supergraph or, when it composes itself, on our subgraphs'
 * SDL.
 */
export interface RunningEngine {
  url: string;
  stop(): Promise<void>;
}

export interface Engine {
  name: string;
  /** False where its program has to be fetched first, so that it is no part of the short run. */
  isInstalled: boolean;
  /** Known faults of the engine: its different result, by the question's title, and the reason. */
  faults?: Readonly<Record<string, { why: string; data: unknown }>>;
  start(urls: SubgraphUrls): Promise<RunningEngine>;
}

const supergraphFile = projectPath("schema", "supergraph.graphql");

export const engines: readonly Engine[] = [
  { name: "@apollo/gateway", isInstalled: true, start: (urls) => startFile("apollo-gateway.ts", urls) },
  {
    name: "Hive gateway, planner in Rust",
    isInstalled: true,
    start: (urls) => startFile("hive-gateway.ts", urls, "rust"),
  },
  {
    name: "Hive gateway, planner in JavaScript",
    isInstalled: true,
    start: (urls) => startFile("hive-gateway.ts", urls, "js"),
    faults: {
      "conditions with a variable that is true": {
        why: "a skipped key is not fetched, so the entity's other fields cannot be",
        data: { me: { plan: "free", recentInvoices: null } },
      },
    },
  },
  { name: "Grafbase", isInstalled: false, start: startGrafbase },
];

async function startFile(file: string, urls: SubgraphUrls, ...more: string[]): Promise<RunningEngine> {
  const [port] = (await freePorts(1)) as [string];
  const words = [port, supergraphFile, JSON.stringify(urls), ...more];
  const child = fork(projectPath("test", "interop", "engines", file), words, {
    execArgv: [],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const written = collect(child);
  await until(
    `${file} listens`,
    () => {
      if (child.exitCode !== null) throw new Error(`${file} ended: ${written()}`);
      return isAnswering(`http://127.0.0.1:${port}/graphql`);
    },
    40_000,
  );
  return { url: `http://127.0.0.1:${port}/graphql`, stop: () => end(child) };
}

async function startGrafbase(urls: SubgraphUrls): Promise<RunningEngine> {
  const [port] = (await freePorts(1)) as [string];
  const { program, configFile, home } = await prepareGrafbase(urls);
  const child = spawn(program, ["dev", "--config", configFile, "--port", port], {
    cwd: home,
    env: { HOME: home, PATH: process.env["PATH"] ?? "" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const written = collect(child);
  await until("Grafbase listens", () => {
    if (child.exitCode !== null) throw new Error(`Grafbase ended: ${written()}`);
    return isAnswering(`http://127.0.0.1:${port}/graphql`);
  });
  return { url: `http://127.0.0.1:${port}/graphql`, stop: () => end(child) };
}

function collect(child: ChildProcess): () => string {
  let text = "";
  child.stderr?.setEncoding("utf8").on("data", (part: string) => void (text = (text + part).slice(-4_000)));
  return () => text;
}

/** A query that every engine answers itself. */
async function isAnswering(url: string): Promise<boolean> {
  const headers = { "content-type": "application/json" };
  return fetch(url, { method: "POST", headers, body: JSON.stringify({ query: "{ __typename }" }) }).then(
    async (response) => response.ok && (await response.text()).includes("Query"),
    () => false,
  );
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}
