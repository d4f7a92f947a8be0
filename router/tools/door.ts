import type { CallContext } from "../../src/context.ts";
import { DomainError } from "../../src/errors.ts";
import type { SecretList } from "../../src/config/secret-list.ts";
import type { GraphExecutor } from "../execution/graph-executor.ts";
import type { Limits } from "../limits/limits.ts";
import type { OperationRegistry } from "../operations/registry.ts";
import { callsTools, callTool, callToolReadonly, readInner } from "./call-tool.ts";
import { createToolCatalogue, type ToolCatalogue } from "./catalogue.ts";
import { jobIdOf, type JobReading } from "./jobs.ts";
import { createPlatformTools, runPlatformTool, type PlatformTool } from "./platform-tools.ts";
import { createConfirmations } from "./confirmations.ts";
import { createPrices, type Prices } from "./prices.ts";
import { refusalOf, runTool, type ToolRunning } from "./run-tool.ts";
import { createToolSearch, type ToolSearch } from "./search/search.ts";
import type { SecretStore } from "./secret-fields.ts";
import type { ToolFiles } from "./tool-files.ts";
import type { Consent, Tool, ToolEntry, ToolResult } from "./tool.types.ts";

/** Tools as agents meet them, whatever protocol they speak. */
export interface ToolDoor {
  catalogue: ToolCatalogue;
  search: ToolSearch;
  prices: Prices;
  /** The router's own tools, by name; those that call others are among them. */
  platform: ReadonlyMap<string, Tool>;
  has(name: string): boolean;
  /**
   * The tool that a call is about: the one that a calling tool names, if it is one. Throws what is wrong with
   * its form.
   */
  resolve(name: string, args: Record<string, unknown>, readonly: boolean): ResolvedTool;
  /** Runs a resolved tool. A refusal is a result. Without `consent` no user was asked yet. */
  run(resolved: ResolvedTool, call: CallContext, consent?: Consent): Promise<ToolResult>;
  /** A refusal that came before a tool ran, as the result of that tool. */
  refuse(thrown: unknown, call: CallContext): ToolResult;
}

export type ResolvedTool =
  | { kind: "operation"; entry: ToolEntry; args: Record<string, unknown>; calledAs: string }
  | { kind: "platform"; own: PlatformTool; args: Record<string, unknown> };

export interface ToolDoorOptions {
  executor: GraphExecutor;
  limits: Limits;
  /** Sign confirmations; at least 32 bytes each, the same in every router. */
  confirmationSecrets: SecretList;
  files?: ToolFiles | null;
  secrets?: SecretStore | null;
}

/** Every operation with a tool name, as one door. */
export function createToolDoor(
  registry: OperationRegistry,
  { executor, limits, confirmationSecrets, files = null, secrets = null }: ToolDoorOptions,
): ToolDoor {
  const catalogue = createToolCatalogue(registry);
  const search = createToolSearch(catalogue.entries);
  const prices = createPrices(registry, executor);
  const confirmations = createConfirmations(prices, confirmationSecrets);
  const running: ToolRunning = { executor, limits, prices, confirmations, files, secrets };
  const jobs: JobReading = { catalogue, run: (entry, args, call) => runTool(entry, args, call, running) };
  const platform = createPlatformTools({ ...running, catalogue, search, jobs });
  const shown = new Map(
    [...[...platform.values()].map(({ tool }) => tool), callTool, callToolReadonly].map((tool) => [
      tool.name,
      tool,
    ]),
  );
  return {
    catalogue,
    search,
    prices,
    platform: shown,
    has: (name) => shown.has(name) || catalogue.get(name) !== undefined,
    resolve: (name, args, readonly) => {
      if (callsTools(name))
        return { kind: "operation", ...readInner(name, args, { catalogue, search, readonly }) };
      const own = platform.get(name);
      if (own) return { kind: "platform", own, args };
      const entry = catalogue.get(name);
      if (!entry) throw new DomainError("NOT_FOUND", `Unknown tool: ${name}. Find tools with search_tools.`);
      return { kind: "operation", entry, args, calledAs: name };
    },
    run: async (resolved, call, consent) => {
      if (resolved.kind === "platform") return runPlatformTool(resolved.own, resolved.args, call, limits);
      const { entry, args } = resolved;
      return withJobId(entry, await runTool(entry, args, call, running, consent));
    },
    refuse: (thrown, call) => refusalOf(thrown, call),
  };
}

/** Adds the job id of background work to the result. */
function withJobId(entry: ToolEntry, result: ToolResult): ToolResult {
  const jobId = result.ok ? jobIdOf(entry, result.body) : null;
  return jobId === null ? result : { ok: true, body: { ...(result as { body: object }).body, jobId } };
}
