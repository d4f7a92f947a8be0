import { createHash } from "node:crypto";
import type { CallContext } from "../../src/context.ts";
import { canonicalHash } from "../../src/db/json-codec.ts";
import { errorReference } from "../../src/error-docs.ts";
import { errorBody, publicError, validationError, type PublicError } from "../../src/errors.ts";
import { isDedupeKey, dedupeKey } from "../../src/dedupe-key.ts";
import type { GraphExecutor } from "../execution/graph-executor.ts";
import { readIdempotencyKey, refuseUnreadableApp } from "../http/call.ts";
import type { Limits } from "../limits/limits.ts";
import { usesOf } from "../limits/uses.ts";
import { noteCode } from "../calls/request-note.ts";
import { admit, admitOrTrace, runOperation } from "../calls/run-operation.ts";
import type { AskedCall, Confirmations } from "./confirmations.ts";
import { splitArguments, type ControlArguments } from "./control-arguments.ts";
import { dryRun } from "./dry-run.ts";
import { faultsBesideFile, withFile } from "./file-arguments.ts";
import { linkLargeFiles } from "./file-results.ts";
import type { Prices } from "./prices.ts";
import { hideSecrets, type SecretStore } from "./secret-fields.ts";
import type { ToolFiles } from "./tool-files.ts";
import { notAsked, type Consent, type ToolEntry, type ToolResult } from "./tool.types.ts";
import { markUntrusted } from "./untrusted-text.ts";

export interface ToolRunning {
  executor: GraphExecutor;
  limits: Limits;
  prices: Prices;
  confirmations: Confirmations;
  /** Files that calls name, and answers that are files; without it there are neither. */
  files: ToolFiles | null;
  /** Where secrets of results are kept for people; without it, calls of tools that create some fail. */
  secrets: SecretStore | null;
}

/**
 * Runs a tool: the same validation, access, charge and answer as every other door. A refusal is a result too.
 * A tool that needs a confirmation does nothing without one: that of `consent`, or the `confirmationId` in its arguments.
 */
export async function runTool(
  entry: ToolEntry,
  args: Record<string, unknown>,
  call: CallContext,
  { executor, limits, prices, confirmations, files, secrets }: ToolRunning,
  consent: Consent = notAsked,
): Promise<ToolResult> {
  const { operation } = entry;
  const asked = { entry, args, call };
  try {
    const { input, control, faults } = splitArguments(entry, args);
    await limits.count(call, usesOf(operation, input));
    refuseUnreadableApp(call, [operation.access]);
    const ownCall = ofToolsApp(entry, call);
    await admitOrTrace(executor, operation, input, ownCall);
    const onceKey = control.dryRun ? null : await requireConsent(asked, control, consent, confirmations);
    const key = operation.kind === "mutation" ? keyOf(entry, { args, input, control, onceKey }, call) : null;
    const toolCall = { ...ownCall, idempotencyKey: key };
    const given = await withFile(entry, { input, faults, fileId: control.fileId }, toolCall, files);
    if (control.dryRun) {
      const body = await dryRun(entry, given, toolCall, prices);
      const offer = entry.needsConfirmation ? { confirmation: await confirmations.offer(asked) } : {};
      limits.settle(call);
      return { ok: true, body: { ...body, ...offer } };
    }
    const answer = await runOperation(executor, operation, given, toolCall);
    limits.settle(call);
    const isRepeat = key !== null && call.meter.replayed && (isDedupeKey(key) || key === onceKey);
    const shown = await withoutSecrets(entry, answer, toolCall, secrets);
    const body = await linkLargeFiles(shown, entry.givesFiles, toolCall, files);
    return { ok: true, body: bodyOf(entry, body, isRepeat) };
  } catch (thrown) {
    limits.settle(call);
    return refusalOf(thrown, call, { successFamily: operation.row.family === "success" });
  }
}

/**
 * The key under which a confirmed call runs; null when it needs none. First throws every refusal that the call
 * would get anyway, so that no confirmation is requested for it, and then CONFIRMATION_REQUIRED for an
 * unconfirmed one.
 */
async function requireConsent(
  asked: AskedCall,
  { confirmationId }: ControlArguments,
  { isGiven, onceKey }: Consent,
  confirmations: Confirmations,
): Promise<string | null> {
  if (!asked.entry.needsConfirmation || isGiven) return onceKey;
  checkCall(asked.entry, asked.args, asked.call);
  return confirmations.redeem(confirmationId, asked);
}

/** Throws the refusal of a principal who may not run the tool. */
export function admitToTool(entry: ToolEntry, call: CallContext): void {
  admit(entry.operation, ofToolsApp(entry, call));
}

/** The call for the tool's own app, which clients need not name. */
function ofToolsApp({ operation }: ToolEntry, call: CallContext): CallContext {
  return { ...call, appId: operation.access.app ?? call.appId };
}

/** The result of a refused or failed call. */
export function refusalOf(
  thrown: unknown,
  call: CallContext,
  options: { successFamily?: boolean } = {},
): ToolResult & { ok: false } {
  const error: PublicError = publicError(thrown, call.requestId);
  if (error.code === "INTERNAL_ERROR") call.log.error({ err: thrown }, "tool failed");
  noteCode(call, error.code);
  const reference = errorReference(call, error.code);
  return { ok: false, error, body: errorBody(error, { ...options, reference }) };
}

/** Throws what a call of these arguments would be refused for before it has any effect. */
export function checkCall(entry: ToolEntry, args: Record<string, unknown>, call: CallContext): void {
  const { input, faults, control } = splitArguments(entry, args);
  admitToTool(entry, call);
  const all = [...faults, ...faultsBesideFile(entry, input, control.fileId)];
  if (all.length > 0) throw validationError(all);
}

/** The same for the same call of the same tool by the same credential, however its arguments are ordered. */
function fingerprintOf(entry: ToolEntry, args: Record<string, unknown>, call: CallContext): string {
  const { input, control } = splitArguments(entry, args);
  const said = control.fileId === null ? input : { ...input, fileId: control.fileId };
  const text = JSON.stringify([
    call.principal.id,
    call.principal.ownerId,
    entry.tool.name,
    canonicalHash(said),
  ]);
  return createHash("sha256").update(text).digest("base64url");
}

function keyOf(
  entry: ToolEntry,
  {
    args,
    input,
    control,
    onceKey,
  }: {
    args: Record<string, unknown>;
    input: Record<string, unknown>;
    control: ControlArguments;
    onceKey: string | null;
  },
  call: CallContext,
): string | null {
  const given = readIdempotencyKey(control.idempotencyKey) ?? call.idempotencyKey ?? onceKey;
  if (given !== null || !entry.movesMoney || control.allowDuplicate) return given;
  // Input that is about to be refused is not worth hashing.
  if (faultsBesideFile(entry, input, control.fileId).length > 0) return null;
  return dedupeKey(fingerprintOf(entry, args, call));
}

async function withoutSecrets(
  { secrets: places, operation }: ToolEntry,
  body: unknown,
  call: CallContext,
  store: SecretStore | null,
): Promise<unknown> {
  if (places.length === 0) return body;
  if (store === null) throw new Error(`No store for the secrets of ${operation.row.name}`);
  const { scope = "" } = operation.access;
  return hideSecrets(body, places, (secret) => store.keep({ ...secret, scope }, call));
}

function bodyOf({ untrusted }: ToolEntry, answer: unknown, isRepeat: boolean): unknown {
  const body = untrusted.length > 0 ? markUntrusted(answer, untrusted) : answer;
  return isRepeat ? { ...(body as object), deduplicated: true } : body;
}
