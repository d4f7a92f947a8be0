import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { validationError } from "../../../../src/errors.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import { findOwn, findRows, insertAll, pageRows, updateRow } from "../voice.rows.ts";
import type { ScriptRow, ScriptVersionRow } from "../voice-tables.ts";
import type { VoiceContext } from "../voice.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { findScriptProblems, stepsOfText, type ScriptStep } from "./script-graph.ts";
import type * as types from "./scripts.types.ts";
import { businessRule, invalidState, notFound } from "../../base/gateway.errors.ts";

/** Makes a script with its first version, a draft. Throws VALIDATION_ERROR where it has neither steps nor a text. */
export function createScript(
  ctx: VoiceContext,
  input: types.CreateCallScriptInput,
): Promise<types.CallScript> {
  const steps = stepsOf(input) ?? missingContent();
  return exactlyOnce(ctx, { operation: "createCallScript", input }, async (em) => {
    const now = ctx.clock.now().toISOString();
    const script: ScriptRow = {
      id: newId("scr"),
      ownerId: ownerOf(ctx),
      name: input.name,
      latestVersion: 1,
      publishedVersion: null,
      status: "active",
      createdAt: now,
      updatedAt: now,
    };
    const content = { goal: input.goal, steps, variables: input.variables ?? [] };
    const version = draftOf(ctx, script, 1, content);
    await insertAll(em, "caller_scripts", [script]);
    await insertAll(em, "caller_script_versions", [version]);
    return presentScript(script, version);
  });
}

/** Writes the next draft; versions that exist stay as they are. Throws NOT_FOUND and INVALID_STATE. */
export function updateScript(
  ctx: VoiceContext,
  input: types.UpdateCallScriptInput,
): Promise<types.CallScriptVersion> {
  return exactlyOnce(ctx, { operation: "updateCallScript", input }, async (em) => {
    const script = await lockScript(em, ctx, input.scriptId);
    const latest = await versionOf(em, script, script.latestVersion);
    const number = script.latestVersion + 1;
    const version = draftOf(ctx, script, number, {
      goal: input.goal ?? latest.goal,
      steps: stepsOf(input) ?? latest.steps,
      variables: input.variables ?? latest.variables,
    });
    await insertAll(em, "caller_script_versions", [version]);
    const updatedAt = ctx.clock.now().toISOString();
    const name = input.name ?? script.name;
    await updateRow(em, "caller_scripts", script.id, { latestVersion: number, name, updatedAt });
    return presentVersion(version);
  });
}

/**
 * Has calls to come be led by a version; the one before is retired. Again, nothing happens. Throws NOT_FOUND, and
 * BUSINESS_RULE script_invalid with all problems.
 */
export function publishScriptVersion(
  ctx: VoiceContext,
  input: types.PublishScriptVersionInput,
): Promise<types.CallScriptVersion> {
  return exactlyOnce(ctx, { operation: "publishScriptVersion", input }, async (em) => {
    const script = await lockScript(em, ctx, input.scriptId);
    const version = await versionOf(em, script, input.version);
    if (version.status === "published") return presentVersion(version);
    const problems = findScriptProblems(version.steps, version.variables);
    if (problems.length > 0)
      throw businessRule(
        "script_invalid",
        "This version has errors. Fix the listed problems before publishing.",
        { problems },
      );
    const publishedAt = ctx.clock.now().toISOString();
    if (script.publishedVersion !== null) {
      const before = await versionOf(em, script, script.publishedVersion);
      await updateRow(em, "caller_script_versions", before.id, { status: "retired" });
    }
    await updateRow(em, "caller_script_versions", version.id, { status: "published", publishedAt });
    const changes = { publishedVersion: version.number, updatedAt: publishedAt };
    await updateRow(em, "caller_scripts", script.id, changes);
    return presentVersion({ ...version, status: "published", publishedAt });
  });
}

/** One of the account's scripts, with one of its versions. Throws NOT_FOUND. */
export function readScript(ctx: VoiceContext, args: types.CallScriptArgs): Promise<types.CallScript> {
  const read = async (em: EntityManager) => {
    const script = await scriptOf(em, ctx, args.scriptId);
    return presentScript(script, await versionOf(em, script, args.version ?? script.latestVersion));
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** The account's scripts, newest first. */
export function listScripts(
  ctx: VoiceContext,
  { status = null, limit, after }: types.CallScriptsArgs,
): Promise<types.CallScriptPage> {
  const read = async (em: EntityManager) => {
    const { rows, ...page } = await pageRows(em, ctx, "caller_scripts", {
      where: "($2::text IS NULL OR status = $2)",
      values: [status],
      list: ["call scripts", status],
      limit,
      after,
    });
    return { scripts: rows.map(({ ownerId: _, ...shown }) => shown), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Every version of a script, newest first. Throws NOT_FOUND. */
export function listScriptVersions(
  ctx: VoiceContext,
  scriptId: string,
): Promise<types.CallScriptVersionList> {
  const read = async (em: EntityManager) => {
    const script = await scriptOf(em, ctx, scriptId);
    const where = "script_id = $1 ORDER BY number DESC LIMIT 500";
    const rows = await findRows(em, "caller_script_versions", where, [script.id]);
    return { versions: rows.map(presentVersion) };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Ends the use of a script; calls that are under way keep it. Again, nothing happens. Throws NOT_FOUND. */
export function archiveScript(ctx: VoiceContext, input: types.CallScriptIdInput): Promise<types.CallScript> {
  return exactlyOnce(ctx, { operation: "archiveCallScript", input }, async (em) => {
    const script = await scriptOf(em, ctx, input.scriptId, true);
    const changes = { status: "archived" as const, updatedAt: ctx.clock.now().toISOString() };
    await updateRow(em, "caller_scripts", script.id, changes);
    const version = await versionOf(em, script, script.latestVersion);
    return presentScript({ ...script, ...changes }, version);
  });
}

/** One of the account's scripts in the open transaction. Throws NOT_FOUND. */
export async function scriptOf(
  em: EntityManager,
  ctx: VoiceContext,
  id: string,
  lock = false,
): Promise<ScriptRow> {
  const row = await findOwn(em, "caller_scripts", { ownerId: ownerOf(ctx), id, lock });
  if (!row) throw notFound("script");
  return row;
}

export async function versionOf(
  em: EntityManager,
  { id }: ScriptRow,
  number: number,
): Promise<ScriptVersionRow> {
  const where = "script_id = $1 AND number = $2";
  const [row] = await findRows(em, "caller_script_versions", where, [id, number]);
  if (!row) throw notFound("version of the script");
  return row;
}

async function lockScript(em: EntityManager, ctx: VoiceContext, id: string): Promise<ScriptRow> {
  const script = await scriptOf(em, ctx, id, true);
  if (script.status === "archived") throw invalidState("script", script.status, ["active"]);
  return script;
}

function draftOf(
  ctx: VoiceContext,
  script: ScriptRow,
  number: number,
  content: Pick<ScriptVersionRow, "goal" | "steps" | "variables">,
): ScriptVersionRow {
  return {
    id: newId("scv"),
    ownerId: script.ownerId,
    scriptId: script.id,
    number,
    ...content,
    status: "draft",
    publishedAt: null,
    createdAt: ctx.clock.now().toISOString(),
  };
}

/** Steps as they were given; null where nothing was. Throws VALIDATION_ERROR for both forms at once. */
function stepsOf({ steps, text }: Pick<types.UpdateCallScriptInput, "steps" | "text">): ScriptStep[] | null {
  if (steps && text)
    throw validationError([{ path: "text", message: "must not be combined with steps", rule: "one_of" }]);
  if (text) return stepsOfText(text);
  return steps?.map(readStep) ?? null;
}

export function readStep({ id, say, expect, next, goal }: types.CallScriptStepInput): ScriptStep {
  const entries = Object.entries(next ?? {});
  if (entries.length > 21 || entries.some(([, target]) => typeof target !== "string"))
    throw validationError([
      {
        path: "steps",
        message: `must map at most 21 answers to step IDs in next (step ${id})`,
        rule: "next",
      },
    ]);
  return {
    id,
    say,
    expect: [...new Set(expect ?? [])],
    next: Object.fromEntries(entries) as Record<string, string>,
    goal: goal ?? false,
  };
}

function missingContent(): never {
  throw validationError([{ path: "steps", message: "is required unless text is given", rule: "required" }]);
}

function presentVersion(row: ScriptVersionRow): types.CallScriptVersion {
  const { scriptId, number: version, status, goal, steps, variables, publishedAt, createdAt } = row;
  return { scriptId, version, status, goal, steps, variables, publishedAt, createdAt };
}

function presentScript({ ownerId: _, ...shown }: ScriptRow, version: ScriptVersionRow): types.CallScript {
  return { ...shown, version: presentVersion(version) };
}
