import type { PublicError } from "../../src/errors.ts";
import type { FileArgument } from "../operations/operation.ts";
import type { StoredOperation } from "../operations/registry.ts";
import type { SecretPlace } from "./secret-fields.ts";
import type { JsonSchema } from "../schema/json-schema.ts";

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

/** A tool and its operation. */
export interface ToolEntry {
  tool: Tool;
  operation: StoredOperation;
  app: string;
  /** Group that people look in, and the part of it with fewer than 10 tools. */
  group: string;
  toolset: string;
  /** Its position in its app: by group, then in the order of the rows. */
  position: number;
  /** Moves money or credits: a repeat within two minutes is the same call, unless it says otherwise. */
  movesMoney: boolean;
  /** Irreversible, reaches people outside or commits money: needs a confirmation where the client can show one. */
  asksFirst: boolean;
  /** Commits money, credits or a paid quota: without a confirmation it does nothing. */
  needsConfirmation: boolean;
  /** Arguments that the door answers for and the operation does not know. */
  controls: ReadonlySet<ControlName>;
  untrusted: readonly string[];
  /** The argument that an uploaded file may replace; null when there is none. */
  takesFile: FileArgument | null;
  /** Dotted paths of the result to the objects with a file's content; empty text for the result itself. */
  givesFiles: readonly string[];
  /** The secrets of the result, which agents never get. */
  secrets: readonly SecretPlace[];
}

/** Arguments of tools that control the execution of a call, not its effect. */
export type ControlName = "idempotencyKey" | "dryRun" | "confirm" | "confirmationId" | "allowDuplicate";

/** How a call was confirmed, as the door knows it: never from the tool's arguments. */
export interface Consent {
  /** A person was asked and agreed, or the calling program vouches that one did. */
  isGiven: boolean;
  /** The call has its effect at most once under this key, unless it brings a key of its own. */
  onceKey: string | null;
}

/** No confirmation was requested yet. */
export const notAsked: Consent = { isGiven: false, onceKey: null };

/** Result of a tool call: the body that every door returns, or the refusal. */
export type ToolResult = { ok: true; body: unknown } | { ok: false; body: unknown; error: PublicError };

/** Fewer than 10 tools that belong together. */
export interface Toolset {
  id: string;
  app: string;
  group: string;
  description: string;
  tools: readonly string[];
}
