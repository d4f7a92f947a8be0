import { holdsScope } from "../../src/access/principal.ts";
import type { CallContext } from "../../src/context.ts";
import { DomainError } from "../../src/errors.ts";
import { answerError } from "../http/answer.ts";
import type { DoorReply, DoorRequest } from "../http/door.types.ts";
import { peekInner } from "../tools/call-tool.ts";
import type { ToolDoor } from "../tools/door.ts";

/** Where agents read who gives out credentials for this door (RFC 9728). */
export const metadataPath = "/.well-known/oauth-protected-resource";

/**
 * Sends a refusal before the protocol begins: 401 and 403 with a challenge that says what is missing (RFC
 * 6750).
 */
export function sendChallenge(
  exchange: { request: DoorRequest; reply: DoorReply },
  thrown: unknown,
  publicUrl: string,
): void {
  const challenge = thrown instanceof DomainError ? challengeOf(thrown) : null;
  if (challenge !== null) {
    const metadata = `resource_metadata="${publicUrl}${metadataPath}/mcp"`;
    void exchange.reply.header("www-authenticate", `Bearer ${[...challenge, metadata].join(", ")}`);
  }
  answerError(exchange, thrown, { publicUrl });
}

function challengeOf({ status, code, details }: DomainError): string[] | null {
  if (status === 401) return code === "MISSING_TOKEN" ? [] : ['error="invalid_token"'];
  const scope = details["requiredScope"];
  if (status !== 403 || typeof scope !== "string") return null;
  return ['error="insufficient_scope"', `scope="${scope}"`];
}

interface RpcMessage {
  method?: unknown;
  params?: { name?: unknown; arguments?: unknown };
}

/** The tool that a message runs, seen through a calling tool; null for every other message. */
export function namedTool(body: unknown, tools: ToolDoor): string | null {
  const { method, params } = (body ?? {}) as RpcMessage;
  if (method !== "tools/call" || typeof params?.name !== "string") return null;
  const name = peekInner(params.name, params.arguments)?.name ?? params.name;
  return tools.has(name) ? name : null;
}

/** Throws 403 for a tool whose scope the key does not have. */
export function requireToolScope(name: string, tools: ToolDoor, call: CallContext): void {
  const scope = tools.catalogue.get(name)?.operation.access.scope;
  if (scope === undefined || holdsScope(call.principal, scope)) return;
  throw new DomainError("FORBIDDEN", `This credential lacks the scope ${scope}.`, {
    reason: "scope_missing",
    requiredScope: scope,
  });
}
