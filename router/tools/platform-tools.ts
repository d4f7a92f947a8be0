import type { CallContext } from "../../src/context.ts";
import { DomainError, validationError } from "../../src/errors.ts";
import type { Limits } from "../limits/limits.ts";
import { compileValidator, type InputValidator } from "../operations/validate-input.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import type { ToolCatalogue } from "./catalogue.ts";
import { findJob, jobIdPattern, type JobReading } from "./jobs.ts";
import { listApps } from "./list-apps.ts";
import { refusalOf, type ToolRunning } from "./run-tool.ts";
import type { ToolSearch } from "./search/search.ts";
import type { Tool, ToolResult } from "./tool.types.ts";

/** A tool of the router itself: it helps to find, call and follow the others. */
export interface PlatformTool {
  tool: Tool;
  validate: InputValidator;
  /** Class of limits it counts in. */
  limit?: "search";
  answer(args: Record<string, unknown>, call: CallContext): Promise<unknown>;
}

export interface PlatformToolParts extends ToolRunning {
  catalogue: ToolCatalogue;
  search: ToolSearch;
  jobs: JobReading;
}

/** Runs a platform tool: its arguments are checked, it counts as one request, and its refusals are results. */
export async function runPlatformTool(
  { validate, limit, answer }: PlatformTool,
  args: Record<string, unknown>,
  call: CallContext,
  limits: Limits,
): Promise<ToolResult> {
  try {
    await limits.count(call, [
      { access: { auth: "caller", ...(limit ? { limit } : {}) }, appId: null, units: 1 },
    ]);
    if (call.principal.kind === "anonymous")
      throw new DomainError("MISSING_TOKEN", "No credential. Send a bearer token or an API key.");
    const faults = validate(args);
    if (faults.length > 0) throw validationError(faults);
    return { ok: true, body: await answer(args, call) };
  } catch (thrown) {
    return refusalOf(thrown, call);
  } finally {
    limits.settle(call);
  }
}

/** The router's own tools by name. */
export function createPlatformTools(parts: PlatformToolParts): ReadonlyMap<string, PlatformTool> {
  const tools = [searchTools(parts), describeTools(parts), listAppsTool(parts), getJob(parts)];
  return new Map(tools.map((own) => [own.tool.name, own]));
}

function searchTools({ search, catalogue, prices }: PlatformToolParts): PlatformTool {
  return {
    ...define({
      name: "search_tools",
      title: "Search tools",
      description:
        "Finds tools for a task in plain words. Returns names, summaries, required arguments, cost and hints. Then use describe_tools or call_tool.",
      input: {
        query: {
          type: "string",
          minLength: 1,
          maxLength: 400,
          description: "The task in plain words.",
        },
        app: { type: "string", maxLength: 64, description: "App ID from list_apps." },
        kind: {
          type: "string",
          enum: ["query", "mutation"],
          description: "Only tools that read, or only tools that change data.",
        },
        limit: { type: "integer", minimum: 1, maximum: 10, default: 5 },
      },
      required: ["query"],
      example: { query: "send a bill to a customer", limit: 5 },
      output: { tools: { type: "array", items: { type: "object" } }, total: { type: "integer" } },
    }),
    limit: "search",
    answer: async (args, call) => {
      const {
        query,
        app,
        kind,
        limit = 5,
      } = args as { query: string; app?: string; kind?: string; limit?: number };
      const allowed = new Set(
        catalogue
          .visibleTo(call)
          .filter((entry) => (!app || entry.app === app) && (!kind || entry.operation.kind === kind))
          .map(({ tool }) => tool.name),
      );
      const names = search.find(query, (name) => allowed.has(name)).slice(0, limit);
      const tools = names.map(async (name) => {
        const entry = catalogue.get(name)!;
        const { tool } = entry;
        return {
          name,
          app: entry.app,
          description: tool.description,
          required: (tool.inputSchema["required"] as string[] | undefined) ?? [],
          cost: await prices.of(entry, call),
          hints: tool.annotations,
        };
      });
      return { tools: await Promise.all(tools), total: names.length };
    },
  };
}

function describeTools({ catalogue }: PlatformToolParts): PlatformTool {
  return {
    ...define({
      name: "describe_tools",
      title: "Describe tools",
      description: "Returns full tool definitions by name: arguments, result, hints, app, scope and cost.",
      input: {
        names: { type: "array", minItems: 1, maxItems: 10, items: { type: "string", maxLength: 100 } },
      },
      required: ["names"],
      example: { names: ["create_invoice"] },
      output: {
        tools: { type: "array", items: { type: "object" } },
        notFound: { type: "array", items: { type: "string" } },
      },
    }),
    answer: async ({ names }, call) => {
      const visible = new Set(catalogue.visibleTo(call));
      const found = (name: string) => {
        const entry = catalogue.get(name);
        return entry && visible.has(entry) ? [entry.tool] : [];
      };
      const asked = [...new Set(names as string[])];
      return {
        tools: [...new Set(asked.flatMap(found))],
        notFound: asked.filter((name) => found(name).length === 0),
      };
    },
  };
}

function listAppsTool({ catalogue }: PlatformToolParts): PlatformTool {
  return {
    ...define({
      name: "list_apps",
      title: "List apps",
      description: "Lists the apps that have tools for this credential, with their toolsets.",
      input: {},
      required: [],
      example: {},
      output: { apps: { type: "array", items: { type: "object" } } },
    }),
    answer: async (_args, call) => ({ apps: listApps(catalogue, call) }),
  };
}

function getJob({ jobs }: PlatformToolParts): PlatformTool {
  return {
    ...define({
      name: "get_job",
      title: "Get job",
      description: "Returns the status of a tool's job by its jobId: working, completed or failed.",
      input: { jobId: { type: "string", pattern: jobIdPattern, maxLength: 200 } },
      required: ["jobId"],
      example: { jobId: "run_payroll:run_123" },
      output: {
        jobId: { type: "string" },
        status: { type: "string", enum: ["working", "completed", "failed"] },
        state: { type: "string" },
        result: { type: "object" },
      },
    }),
    answer: async ({ jobId }, call) => findJob(jobs, jobId as string, call),
  };
}

interface Definition {
  name: string;
  title: string;
  description: string;
  input: Record<string, JsonSchema>;
  required: readonly string[];
  example: Record<string, unknown>;
  output: Record<string, JsonSchema>;
}

function define({
  input,
  required,
  output,
  example,
  ...words
}: Definition): Pick<PlatformTool, "tool" | "validate"> {
  const inputSchema = {
    type: "object" as const,
    properties: input,
    ...(required.length > 0 ? { required: [...required] } : {}),
    additionalProperties: false,
    examples: [example],
  };
  const tool: Tool = {
    ...words,
    inputSchema,
    outputSchema: { type: "object", properties: output, required: Object.keys(output) },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    _meta: { "hub/app": "central", "hub/toolset": "platform", "hub/scope": null, "hub/cost": null },
  };
  return { tool, validate: compileValidator(inputSchema) };
}
