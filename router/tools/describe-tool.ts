import { needsConfirmation as mustConfirm, needsFullToken } from "../../src/access/rules.ts";
import { trimEndWhere } from "../../src/text/trim.ts";
import type { StoredOperation } from "../operations/registry.ts";
import { standardSchema, type JsonSchema } from "../schema/json-schema.ts";
import { outputSchema } from "../operations/output-schema.ts";
import { controlSchemas, fileIdSchema } from "./control-arguments.ts";
import { dryRunSchema } from "./dry-run.ts";
import { exampleOf } from "../examples/example-of.ts";
import { filesIn, linkedSchema } from "./file-results.ts";
import { hiddenSchema, secretsIn } from "./secret-fields.ts";
import { untrustedPaths } from "./untrusted-fields.ts";
import type { ControlName, Tool, ToolEntry } from "./tool.types.ts";
import type { Place } from "./toolsets.ts";
import { markedSchema, untrustedNote } from "./untrusted-text.ts";

/** Said of every tool that does nothing without a confirmation. */
const confirmationNote = "A person must agree first: see confirmationId.";
/** Said of every tool that creates a secret. */
const secretNote = "The user gets the secret on a page; the result has its URL.";

/** The longest description that every kind of agent takes. */
const maxDescription = 300;

type ToolFacts = Omit<ToolEntry, "tool">;

/** Makes a tool of an operation that has one: all that is shown follows from the operation and its row. */
export function describeTool(operation: StoredOperation, place: Place): ToolEntry {
  const facts = { ...place, ...factsOf(operation), operation };
  const { row, access } = operation;
  const tool: Tool = {
    name: row.tool!.name,
    title: row.tool!.title ?? titleOf(row.tool!.name),
    description: describe(facts),
    inputSchema: describeInput(facts),
    outputSchema: describeOutput(facts),
    annotations: hintsOf(operation),
    _meta: {
      "hub/app": place.app,
      "hub/toolset": place.toolset,
      "hub/scope": access.scope ?? null,
      ...(needsFullToken(access) ? { "hub/fullToken": true } : {}),
      "hub/cost": access.cost ?? null,
      "hub/limit": access.limit ?? null,
      "hub/documented": row.documented,
    },
  };
  return { ...facts, tool };
}

function hintsOf({ row, access, kind }: StoredOperation): Tool["annotations"] {
  const { destructive, idempotent, openWorld } = row.tool!;
  const reachesOut = access.limit === "payment-create" || access.limit === "calls";
  return {
    readOnlyHint: kind === "query",
    destructiveHint: destructive ?? false,
    idempotentHint: idempotent ?? kind === "query",
    openWorldHint: openWorld ?? reachesOut,
  };
}

function factsOf(operation: StoredOperation): Omit<ToolFacts, keyof Place | "operation"> {
  const { row, access, kind, inputSchema } = operation;
  const { destructiveHint, openWorldHint } = hintsOf(operation);
  const changes = kind === "mutation";
  const movesMoney = changes && access.money === true;
  const needsConfirmation = changes && mustConfirm(access);
  const asksFirst = changes && (destructiveHint || openWorldHint || needsConfirmation);
  const wanted: ControlName[] = [
    ...(changes ? (["idempotencyKey"] as const) : []),
    ...(asksFirst ? (["dryRun", needsConfirmation ? "confirmationId" : "confirm"] as const) : []),
    ...(movesMoney ? (["allowDuplicate"] as const) : []),
  ];
  const own = (inputSchema["properties"] ?? {}) as Record<string, JsonSchema>;
  const controls = new Set(wanted.filter((name) => !Object.hasOwn(own, name)));
  const { file: takesFile = null } = row.tool!;
  const untrusted = untrustedPaths(operation);
  const givesFiles = filesIn(outputSchema(operation));
  const secrets = secretsIn(operation);
  return { movesMoney, asksFirst, needsConfirmation, controls, untrusted, takesFile, givesFiles, secrets };
}

function describe({
  operation,
  asksFirst,
  needsConfirmation,
  controls,
  untrusted,
  secrets,
}: ToolFacts): string {
  const notes = [
    ...(secrets.length > 0 ? [secretNote] : []),
    ...(needsConfirmation ? [confirmationNote] : []),
    ...(asksFirst && controls.has("dryRun") ? ["Use dryRun for a preview."] : []),
    ...(untrusted.length > 0 ? [untrustedNote] : []),
  ];
  const room = maxDescription - notes.reduce((sum, note) => sum + note.length + 1, 0);
  return [shorten(operation.description, room), ...notes].join(" ");
}

/** As many whole sentences as fit, or as many words. */
export function shorten(text: string, room: number): string {
  if (text.length <= room) return text;
  const cut = text.slice(0, room);
  const sentences = /^.*[.!?](?=\s|$)/s.exec(cut)?.[0];
  if (sentences !== undefined) return sentences;
  const words = cut.slice(0, room - 1);
  const end = words.search(/\s\S*$/);
  return `${trimEndWhere(end < 0 ? words : words.slice(0, end), /[\s,;:]/)}…`;
}

function describeInput({ operation, controls, takesFile }: ToolFacts): Tool["inputSchema"] {
  const schema = standardSchema(operation.inputSchema);
  const example = exampleOf(operation)?.input;
  const added = [...controls].map((name): [string, JsonSchema] => [name, controlSchemas[name]]);
  if (takesFile) added.push(["fileId", fileIdSchema(takesFile)]);
  const required = ((schema["required"] ?? []) as string[]).filter((name) => name !== takesFile?.as);
  return {
    ...schema,
    type: "object",
    properties: { ...(schema["properties"] as object), ...Object.fromEntries(added) },
    ...(schema["required"] ? { required } : {}),
    ...(example ? { examples: [example] } : {}),
  };
}

function describeOutput(facts: ToolFacts): Tool["outputSchema"] {
  const { operation, movesMoney, controls, untrusted, givesFiles, secrets } = facts;
  const linked = linkedSchema(hiddenSchema(outputSchema(operation), secrets), givesFiles);
  const marked = markedSchema(linked, untrusted);
  const schema: JsonSchema = movesMoney
    ? { ...marked, properties: { ...(marked["properties"] as object), deduplicated: deduplicatedSchema } }
    : marked;
  if (!controls.has("dryRun")) return { ...schema, type: "object" };
  return { type: "object", anyOf: [schema, dryRunSchema] };
}

const deduplicatedSchema: JsonSchema = {
  type: "boolean",
  description: "True when this is the stored result of the same call in the last two minutes.",
};

function titleOf(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
