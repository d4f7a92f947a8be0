import type { GraphQLField, GraphQLFieldResolver, GraphQLSchema } from "graphql";
import { copyContext, newMeter, type RequestContext } from "../context.ts";
import { canonicalHash, decodeJson, encodeJson } from "../db/json-codec.ts";
import { DomainError, type ErrorDetails } from "../errors.ts";
import { newId } from "../ids.ts";
import type { ApprovalOptions, GuardedCall } from "./approval.types.ts";
import type { ApprovedRun } from "./approved-run.ts";
import { idOf } from "./audit.ts";
import { maskInput } from "./mask-input.ts";
import type { Rule, RuleMap } from "./rules.ts";
import { ruleFor } from "./shield.ts";

type Resolve = GraphQLFieldResolver<unknown, RequestContext, Record<string, unknown>>;
type Call = Parameters<Resolve>;

/** Where the sealed input of a request belongs. */
export function inputPlace(requestId: string): string {
  return `approval_requests.input_sealed.${requestId}`;
}

/** Where the sealed result of a request belongs. */
export function resultPlace(requestId: string): string {
  return `approval_requests.result_sealed.${requestId}`;
}

/** Organizations have members who can approve; a personal account has nobody else. */
function hasApprovals({ principal }: Pick<RequestContext, "principal">): boolean {
  return principal.kind !== "internal" && principal.ownerId?.startsWith("org_") === true;
}

/** 202: nothing has happened, and the request waits for somebody else. */
function approvalRequired(request: ErrorDetails): DomainError {
  const message =
    "This account requires a second person for this operation, so nothing has been done. Ask another member to approve the request.";
  return new DomainError("APPROVAL_REQUIRED", message, { approvalRequest: request });
}

/**
 * Guards every mutation whose rule names an approval. Where the organization demands a second person, the call is
 * validated, its exact input is stored, and it is answered with APPROVAL_REQUIRED. `wrap` adds what belongs to a real run
 * alone, such as its charge: validating happens inside of it.
 */
export function guardApprovals(
  schema: GraphQLSchema,
  rules: RuleMap,
  { wrap, ...options }: ApprovalOptions & { wrap?(): void },
): void {
  const guarded = Object.entries(schema.getMutationType()?.getFields() ?? {}).flatMap(([name, field]) => {
    const rule = ruleFor(rules, "Mutation", name);
    const { resolve: validating } = field;
    return rule?.facts.approval && validating ? [{ field, rule, validating }] : [];
  });
  wrap?.();
  for (const one of guarded) guardField(one, options);
}

interface Guarded {
  field: GraphQLField<unknown, RequestContext>;
  rule: Rule;
  validating: Resolve;
}

function guardField({ field, rule, validating }: Guarded, options: ApprovalOptions): void {
  const running = field.resolve as Resolve;
  field.resolve = (parent, args, ctx, info) => {
    if (ctx.approval) return runApproved(running, [parent, args, ctx, info], ctx.approval, options);
    if (!hasApprovals(ctx)) return running(parent, args, ctx, info);
    const call = describe(field, rule, args);
    return demand(call, {
      ctx,
      options,
      summary: maskInput(field.args, args),
      run: () => running(parent, args, ctx, info),
      validate: (own) => validating(parent, args, own, info),
    });
  };
}

function describe(field: Guarded["field"], rule: Rule, args: Record<string, unknown>): GuardedCall {
  return {
    kind: rule.facts.approval!,
    operation: field.name,
    args,
    amount: rule.amountOf?.(args) ?? null,
    requestHash: canonicalHash(args),
  };
}

interface Demanding {
  ctx: RequestContext;
  options: ApprovalOptions;
  summary: Record<string, unknown>;
  run(): unknown;
  validate(ctx: RequestContext): unknown;
}

async function demand(
  call: GuardedCall,
  { ctx, options, summary, run, validate }: Demanding,
): Promise<unknown> {
  const approvals = options.approvals(ctx);
  const found = await approvals.check(ctx, call);
  if (found.state === "free") return run();
  if (found.state === "requested") throw approvalRequired(found.request);
  if (found.state === "executed") {
    ctx.meter.replayed = true;
    return decodeJson(options.keyRing(ctx).open(found.resultSealed, resultPlace(found.requestId)));
  }
  const earlier = await rehearse(ctx, validate);
  if (earlier) return earlier.result;
  const id = newId("apr");
  const inputSealed = options.keyRing(ctx).seal(encodeJson(call.args), inputPlace(id));
  const { subgraph } = options;
  throw approvalRequired(
    await approvals.request(ctx, { ...call, id, subgraph, appId: ctx.appId, summary, inputSealed }),
  );
}

/** Ends a rehearsal before its transaction commits. */
class Rehearsed extends Error {}

/**
 * Runs an operation up to its commit, and rolls it back: whatever it would be refused for now is thrown. Returns the result
 * of an earlier run under the same Idempotency-Key, which needs nobody.
 */
async function rehearse(
  ctx: RequestContext,
  validate: (ctx: RequestContext) => unknown,
): Promise<{ result: unknown } | null> {
  const meter = newMeter();
  // With an entity manager of its own, since what the rehearsal reads and changes is rolled back.
  const own: RequestContext = {
    ...ctx,
    meter,
    isRehearsal: true,
    beforeCommit: () => (meter.replayed ? Promise.resolve() : Promise.reject(new Rehearsed())),
  };
  try {
    const result = await validate(own);
    if (result instanceof Error) throw result;
    if (!meter.replayed) throw new Error("A guarded operation committed without its context's beforeCommit.");
    ctx.meter.replayed = true;
    return { result };
  } catch (error) {
    if (error instanceof Rehearsed) return null;
    throw error;
  }
}

async function runApproved(
  running: Resolve,
  [parent, args, ctx, info]: Call,
  approval: ApprovedRun,
  options: ApprovalOptions,
): Promise<unknown> {
  const own = copyContext(ctx, {
    beforeCommit: async (em, result) => {
      await ctx.beforeCommit?.(em, result);
      const sealed = options.keyRing(ctx).seal(encodeJson(result), resultPlace(approval.requestId));
      if (!(await approval.settle(em, { sealed, objectId: idOf(result) }))) throw notApproved();
    },
  });
  return running(parent, args, own, info);
}

function notApproved(): DomainError {
  return new DomainError(
    "INVALID_STATE",
    "This request is not approved, or has run already. Read its status.",
    {
      reason: "not_approved",
    },
  );
}
