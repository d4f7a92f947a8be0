import { isPublic, ruleFromFacts } from "../../src/access/rules.ts";
import type { CallContext } from "../../src/context.ts";
import { DomainError, errorBody, publicError, type PublicError } from "../../src/errors.ts";
import type { GraphExecutor } from "../execute.ts";
import { readIdempotencyKey } from "../http/call.ts";
import type { Limits } from "../limits/limits.ts";
import { usesOf } from "../limits/uses.ts";
import type { OperationRegistry, StoredOperation } from "../operations/registry.ts";
import { runOperation } from "../run-operation.ts";
import { standardSchema, type JsonSchema } from "../schema/json-schema.ts";
import { outputSchema } from "../schema/output-schema.ts";

/** A tool as agents see it. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema & { type: "object" };
  outputSchema: JsonSchema & { type: "object" };
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
  _meta: Record<string, unknown>;
}

/** What a tool call came to: the body every door answers with, or the refusal. */
export type ToolResult = { ok: true; body: unknown } | { ok: false; body: unknown; error: PublicError };

/** The agent door: lists the tools a caller may use and runs them. */
export interface ToolDoor {
  list(call: CallContext): Tool[];
  run(name: string, args: Record<string, unknown>, call: CallContext): Promise<ToolResult>;
  has(name: string): boolean;
}

/** Every operation with a tool name, as one door. What a caller's credential cannot call is not listed. */
export function createToolDoor(
  registry: OperationRegistry,
  { executor, limits }: { executor: GraphExecutor; limits: Limits },
): ToolDoor {
  const byName = new Map<string, { operation: StoredOperation; tool: Tool }>();
  for (const operation of registry.values()) {
    if (operation.row.tool) byName.set(operation.row.tool.name, { operation, tool: describe(operation) });
  }
  return {
    has: (name) => byName.has(name),
    list: (call) => {
      const refusal = isPublic.check({ ctx: call, parent: null, args: {} });
      if (refusal) throw refusal;
      return [...byName.values()]
        .filter(({ operation }) => isListed(operation, call))
        .map(({ tool }) => tool)
        .sort((a, b) => a.name.localeCompare(b.name));
    },
    run: async (name, args, call) => {
      const entry = byName.get(name);
      if (!entry) throw new DomainError("NOT_FOUND", `There is no tool ${name}.`);
      return runTool(entry.operation, args, call, { executor, limits });
    },
  };
}

async function runTool(
  operation: StoredOperation,
  args: Record<string, unknown>,
  call: CallContext,
  { executor, limits }: { executor: GraphExecutor; limits: Limits },
): Promise<ToolResult> {
  const { idempotencyKey, ...input } = args;
  const isWrite = operation.kind === "mutation";
  try {
    await limits.count(call, usesOf(operation, input));
    const key = isWrite ? (readIdempotencyKey(idempotencyKey) ?? call.idempotencyKey) : null;
    // The tool names its app by itself; a client need not, and cannot name another.
    const appId = operation.access.app ?? call.appId;
    const toolCall = { ...call, idempotencyKey: key, appId };
    const door = { input: isWrite ? input : args, faults: [] };
    const body = await runOperation(executor, operation, door, toolCall);
    limits.settle(call);
    return { ok: true, body };
  } catch (thrown) {
    limits.settle(call);
    const error = publicError(thrown, call.requestId);
    if (error.code === "INTERNAL_ERROR") call.log.error({ err: thrown }, "tool failed");
    return {
      ok: false,
      error,
      body: errorBody(error, { successFamily: operation.row.family === "success" }),
    };
  }
}

function isListed(operation: StoredOperation, call: CallContext): boolean {
  const refusal = ruleFromFacts({ ...operation.access, app: undefined }).check({
    ctx: call,
    parent: null,
    args: {},
  });
  return refusal === null || refusal.details["reason"] === "tier_required";
}

function describe(operation: StoredOperation): Tool {
  const { row, access, kind } = operation;
  const isQuery = kind === "query";
  return {
    name: row.tool!.name,
    title: row.tool!.title ?? titleOf(row.tool!.name),
    description: operation.description.slice(0, 300),
    inputSchema: withIdempotencyKey(operation),
    outputSchema: outputSchema(operation) as Tool["outputSchema"],
    annotations: {
      readOnlyHint: isQuery,
      destructiveHint: row.tool!.destructive ?? false,
      idempotentHint: row.tool!.idempotent ?? isQuery,
      openWorldHint: row.tool!.openWorld ?? false,
    },
    _meta: {
      "hub/scope": access.scope ?? null,
      "hub/app": access.app ?? null,
      "hub/cost": access.cost ?? null,
      "hub/limit": access.limit ?? null,
      "hub/documented": row.documented,
    },
  };
}

function withIdempotencyKey(operation: StoredOperation): Tool["inputSchema"] {
  const schema = standardSchema(operation.inputSchema) as Tool["inputSchema"];
  if (operation.kind === "query") return schema;
  const idempotencyKey = {
    type: "string",
    minLength: 1,
    maxLength: 255,
    description: "Send the same key again to get the first answer instead of a second effect.",
  };
  return { ...schema, properties: { ...(schema["properties"] as object), idempotencyKey } };
}

function titleOf(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
