import { createHash } from "node:crypto";
import type { CallContext } from "../../src/context.ts";
import { canonicalHash } from "../../src/db/json-codec.ts";
import { readIdempotencyKey } from "../http/call.ts";
import { splitArguments } from "./control-arguments.ts";
import type { Price } from "./prices.ts";
import type { ToolEntry } from "./tool.types.ts";

/**
 * The terms that a person agrees to, each part as a hash: the same parts are the same call, whatever the order
 * of its arguments. The idempotency key is one of them, so that one agreement cannot be used under two keys.
 */
export interface CallTerms {
  tool: string;
  /** Credential, account and app. */
  caller: string;
  arguments: string;
  idempotencyKey: string;
  price: string;
}

/** The terms of a call at this price. Throws VALIDATION_ERROR for an invalid idempotency key. */
export function termsOf(
  entry: ToolEntry,
  args: Record<string, unknown>,
  call: CallContext,
  price: Price | null,
): CallTerms {
  const { input, control } = splitArguments(entry, args);
  const said = control.fileId === null ? input : { ...input, fileId: control.fileId };
  const { kind, id, ownerId } = call.principal;
  return {
    tool: digest(entry.tool.name),
    caller: digest([kind, id, ownerId, entry.operation.access.app ?? call.appId]),
    arguments: digest(canonicalHash(said)),
    idempotencyKey: digest(readIdempotencyKey(control.idempotencyKey) ?? call.idempotencyKey),
    price: digest(price === null ? null : [price.operation, price.credits]),
  };
}

function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url");
}
