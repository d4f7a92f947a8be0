import type { EntityManager } from "@mikro-orm/postgresql";
import { getNamedType, GraphQLError, type GraphQLSchema } from "graphql";
import { newMeter, type RequestContext } from "../context.ts";
import { executeSql } from "../db/sql.ts";
import { asSystem } from "../db/transaction.ts";
import { DomainError } from "../errors.ts";
import { newId } from "../ids.ts";
import type { RuleMap } from "./rules.ts";
import { ruleFor } from "./shield.ts";

interface AuditEntry {
  /** One a call: written again with the same id, it changes nothing. */
  id: string;
  action: string;
  appId: string | null;
  targetType: string | null;
  targetId: string | null;
  outcome: "ok" | "denied" | "error";
  code: string | null;
}

/**
 * Wraps every mutation so that it leaves one audit row: in the transaction of its effect when it succeeds, in one
 * of its own when it is denied or fails. Input faults leave none; nothing was asked for that could be done.
 */
export function auditMutations(schema: GraphQLSchema, rules: RuleMap): void {
  for (const [action, field] of Object.entries(schema.getMutationType()?.getFields() ?? {})) {
    const resolve = field.resolve;
    // What the platform does for a call is part of that call, which has its own row.
    const isInternal = ruleFor(rules, "Mutation", action)?.facts.auth === "internal";
    if (!resolve || isInternal) continue;
    const targetType = getNamedType(field.type).name;
    // A field that belongs to one app is about that app, whether or not the call named it.
    const ownApp = ruleFor(rules, "Mutation", action)?.facts.app ?? null;
    field.resolve = async (parent, args, ctx: RequestContext, info) => {
      const id = newId("aud");
      const appId = ctx.appId ?? ownApp;
      let isWritten = false;
      const done = (result: unknown): AuditEntry => ({
        id,
        action,
        appId,
        targetType,
        targetId: idOf(result),
        outcome: "ok",
        code: null,
      });
      // A meter of its own: what one field of a document replays says nothing about its neighbours.
      const meter = newMeter();
      const own: RequestContext = {
        ...ctx,
        meter,
        beforeCommit: async (em, result) => {
          await ctx.beforeCommit?.(em, result);
          if (meter.replayed) return;
          // Each time: a transaction that is run again has lost the row of its first run.
          await writeOwnEntry(em, ctx, done(result));
          isWritten = true;
        },
      };
      try {
        const result: unknown = await resolve(parent, args, own, info);
        if (result instanceof Error) throw result;
        if (!isWritten && !meter.replayed) await record(ctx, done(result));
        return result;
      } catch (error) {
        const entry = failureEntry(error, { id: newId("aud"), action, appId, targetType, targetId: null });
        if (entry) await record(ctx, entry);
        throw error;
      } finally {
        ctx.meter.replayed ||= meter.replayed;
        ctx.meter.chargedHundredths += meter.chargedHundredths;
        ctx.meter.remainingHundredths = meter.remainingHundredths ?? ctx.meter.remainingHundredths;
      }
    };
  }
}

function failureEntry(error: unknown, entry: Omit<AuditEntry, "outcome" | "code">): AuditEntry | null {
  const origin = error instanceof GraphQLError && error.originalError ? error.originalError : error;
  if (!(origin instanceof DomainError)) {
    const isInputFault = (origin as { extensions?: { validationErrors?: unknown } }).extensions
      ?.validationErrors;
    return isInputFault ? null : { ...entry, outcome: "error", code: "INTERNAL_ERROR" };
  }
  if (origin.code === "VALIDATION_ERROR") return null;
  const isDenied = origin.status === 401 || origin.status === 403;
  return { ...entry, outcome: isDenied ? "denied" : "error", code: origin.code };
}

/** In the caller's transaction; a caller who owns nothing may not write rows by itself. */
async function writeOwnEntry(em: EntityManager, ctx: RequestContext, entry: AuditEntry): Promise<void> {
  if (ctx.principal.ownerId !== null) return writeEntry(em, ctx, entry);
  await asSystem(em, (own) => writeEntry(own, ctx, entry));
}

async function record(ctx: RequestContext, entry: AuditEntry): Promise<void> {
  await asSystem(ctx.em, (em) => writeEntry(em, ctx, entry));
}

async function writeEntry(em: EntityManager, ctx: RequestContext, entry: AuditEntry): Promise<void> {
  const { principal } = ctx;
  await executeSql(
    em,
    `INSERT INTO audit_log (id, at, actor_type, actor_id, owner_id, action, target_type, target_id, app_id, request_id, outcome, code)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     ON CONFLICT (id) DO NOTHING`,
    [
      entry.id,
      ctx.clock.now(),
      principal.kind,
      principal.id,
      principal.ownerId,
      entry.action,
      entry.targetType,
      entry.targetId,
      entry.appId,
      ctx.requestId,
      entry.outcome,
      entry.code,
    ],
  );
}

/** The id of what a mutation answered: its `id`, or its own type's id field. */
function idOf(result: unknown): string | null {
  if (typeof result !== "object" || result === null) return null;
  for (const [name, value] of Object.entries(result)) {
    const isOwn = name === "id" || (name.endsWith("Id") && name !== "appId" && name !== "ownerId");
    if (isOwn && typeof value === "string") return value;
  }
  return null;
}
