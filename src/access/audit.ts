import type { EntityManager } from "@mikro-orm/postgresql";
import {
  getNamedType,
  GraphQLError,
  type GraphQLField,
  type GraphQLResolveInfo,
  type GraphQLSchema,
} from "graphql";
import { copyContext, newMeter, type RequestContext } from "../context.ts";
import type { BeforeCommit, BesideRefusal } from "../db/transaction.ts";
import { DomainError } from "../errors.ts";
import { isId, newId } from "../ids.ts";
import { actingAs, actorOf } from "./acting.ts";
import { entryAsRow, recordEntry, rowOf, writeOwnEntry, writeRows, type AuditEntry } from "./audit-entry.ts";
import { wakeAuditRelay } from "./audit-relay.ts";
import { maskChange, type AuditChange } from "./audit-change.ts";
import { maskInput } from "./mask-input.ts";
import type { RuleMap } from "./rules.ts";
import { ruleFor } from "./shield.ts";

type Field = GraphQLField<unknown, RequestContext>;

/**
 * Wraps every mutation so that it writes one audit row: in the transaction of its effect when it succeeds, in a
 * separate one when it is denied or fails. Internal requests of the platform write none: the request that
 * caused them has its row. Invalid input writes none, because nothing could have been executed. Reads write
 * none, except refused attempts to read data reserved for administrators.
 */
export function auditMutations(schema: GraphQLSchema, rules: RuleMap): void {
  for (const [action, field] of Object.entries(schema.getMutationType()?.getFields() ?? {})) {
    const facts = ruleFor(rules, "Mutation", action)?.facts;
    // Internal requests belong to the request that caused them, which has its own row.
    if (facts?.auth === "internal") noteActor(field as Field);
    else auditMutation(field as Field, facts?.app ?? null);
  }
  for (const [action, field] of Object.entries(schema.getQueryType()?.getFields() ?? {})) {
    if (ruleFor(rules, "Query", action)?.facts.auth === "admin") auditRefusals(field as Field);
  }
}

/** The events of an internal mutation have the actor of the request that caused it. */
function noteActor(field: Field): void {
  const { resolve } = field;
  if (!resolve) return;
  field.resolve = (parent, args, ctx, info) => actingAs(actorOf(ctx), () => resolve(parent, args, ctx, info));
}

function auditMutation(field: Field, ownApp: string | null): void {
  const { resolve } = field;
  if (!resolve) return;
  field.resolve = async (parent, args, ctx, info) => {
    const run = (inner: RequestContext) => actingAs(actorOf(inner), () => resolve(parent, args, inner, info));
    if (ctx.principal.kind === "internal") return run(ctx);
    // A field that belongs to one app is about that app, whether or not the call named it.
    const asked = withApprover(describeCall(field, args, ctx.appId ?? ownApp), ctx);
    const id = newId("aud");
    let isWritten = false;
    let change: AuditChange | null = null;
    const done = (result: unknown): AuditEntry => ({
      ...asked,
      ...(change && { changes: { ...asked.changes, ...maskChange(change) } }),
      id,
      targetId: idOf(result) ?? asked.targetId,
      outcome: "ok",
      code: null,
    });
    // A separate meter: the replay of one field of a document says nothing about the other fields.
    const meter = newMeter();
    const written = () => void (isWritten = true);
    const write = async (em: EntityManager, result: unknown) => {
      await ctx.beforeCommit?.(em, result);
      if (meter.replayed) return;
      // Each time: a transaction that is run again has lost the row of its first run.
      await writeOwnEntry(em, ctx, done(result));
      written();
    };
    const row = { of: (result: unknown) => entryAsRow(ctx, done(result)), written };
    const beforeCommit: BeforeCommit = ctx.beforeCommit ? write : Object.assign(write, { row });
    let isRefusalWritten = false;
    const besideRefusal = joinRefusal(ctx, asked, () => void (isRefusalWritten = true));
    const own = copyContext(ctx, {
      meter,
      idempotencyKey: keyOfField(ctx.idempotencyKey, info),
      noteChange: (values) => void (change = values),
      beforeCommit,
      // A principal without an account has no transaction that its row could join.
      ...(ctx.principal.ownerId === null ? {} : { besideRefusal }),
    });
    try {
      const result: unknown = await run(own);
      if (result instanceof Error) throw result;
      if (!isWritten && !meter.replayed) await recordEntry(ctx, done(result));
      return result;
    } catch (error) {
      if (!meter.replayed && !isRefusalWritten) await recordFailure(ctx, error, asked);
      throw error;
    } finally {
      ctx.meter.replayed ||= meter.replayed;
      if (meter.attempts !== undefined) ctx.meter.attempts = meter.attempts;
      ctx.meter.chargedHundredths += meter.chargedHundredths;
      ctx.meter.remainingHundredths = meter.remainingHundredths ?? ctx.meter.remainingHundredths;
      wakeAuditRelay(ctx.sharedEm ?? ctx.em);
    }
  };
}

/**
 * A key covers each field of a document separately: the field under its own name, as REST and tools use it, and
 * every alias in addition. A client's key cannot contain a space.
 */
function keyOfField(key: string | null, { path, fieldName }: GraphQLResolveInfo): string | null {
  return key === null || path.key === fieldName ? key : `${key} ${path.key}`;
}

function auditRefusals(field: Field): void {
  const { resolve } = field;
  if (!resolve) return;
  field.resolve = async (parent, args, ctx, info) => {
    try {
      const result: unknown = await resolve(parent, args, ctx, info);
      if (result instanceof Error) throw result;
      return result;
    } catch (error) {
      if (isDenial(originOf(error))) {
        await recordFailure(ctx, error, describeCall(field, args, ctx.appId));
        wakeAuditRelay(ctx.sharedEm ?? ctx.em);
      }
      throw error;
    }
  };
}

type Asked = Pick<AuditEntry, "action" | "appId" | "targetType" | "targetId" | "changes">;

function describeCall(field: Field, args: Record<string, unknown>, appId: string | null): Asked {
  const changes = maskInput(field.args, args);
  const targetType = getNamedType(field.type).name;
  return { action: field.name, appId, targetType, targetId: namedId(changes), changes };
}

/** The row of an approved request has its requester as the actor, and names who approved it. */
function withApprover(asked: Asked, { approval }: RequestContext): Asked {
  if (!approval) return asked;
  const { requestId, approver } = approval;
  return { ...asked, changes: { ...asked.changes, approval: { requestId, approvedBy: approver.userId } } };
}

/** The row of a call that is refused without any work. */
function joinRefusal(ctx: RequestContext, asked: Asked, written: () => void): BesideRefusal {
  return {
    rowOf: (refusal) => {
      const failed = failureOf(refusal, asked);
      return failed && rowOf(ctx, failed);
    },
    write: writeRows,
    written,
  };
}

async function recordFailure(ctx: RequestContext, error: unknown, asked: Asked): Promise<void> {
  const failed = failureOf(error, asked);
  if (failed) await recordEntry(ctx, failed);
}

/** The row of a call that failed; null where nothing could have been executed. */
function failureOf(error: unknown, asked: Asked): AuditEntry | null {
  const origin = originOf(error);
  if (isInputFault(origin)) return null;
  const code = origin instanceof DomainError ? origin.code : "INTERNAL_ERROR";
  const outcome = isDenial(origin) ? "denied" : "error";
  return { ...asked, id: newId("aud"), outcome, code };
}

function originOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? error.originalError : error;
}

function isDenial(origin: unknown): boolean {
  if (!(origin instanceof DomainError)) return false;
  return origin.status === 401 || origin.status === 403 || origin.code === "APPROVAL_REQUIRED";
}

function isInputFault(origin: unknown): boolean {
  if (origin instanceof DomainError) return origin.code === "VALIDATION_ERROR";
  return Boolean(
    (origin as { extensions?: { validationErrors?: unknown } } | null)?.extensions?.validationErrors,
  );
}

/** The id in a mutation's result: its `id`, or the id field of its own type. */
export function idOf(result: unknown): string | null {
  if (typeof result !== "object" || result === null) return null;
  for (const [name, value] of Object.entries(result)) {
    const isOwn = name === "id" || (name.endsWith("Id") && name !== "appId" && name !== "ownerId");
    if (isOwn && typeof value === "string") return value;
  }
  return null;
}

/** The first thing that the input names by an id of ours. */
function namedId(changes: Record<string, unknown>): string | null {
  const named = Object.values(changes).find(
    (value) => typeof value === "string" && isId(value.split("_")[0]!, value),
  );
  return (named as string | undefined) ?? null;
}
