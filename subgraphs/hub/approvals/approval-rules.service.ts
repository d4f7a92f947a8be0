import type { EntityManager } from "@mikro-orm/postgresql";
import { approvalKinds } from "../../../src/access/approval.types.ts";
import type { Requester } from "../../../src/access/approval-requester.ts";
import { personOf } from "../../../src/access/principal.ts";
import { exactlyOnce } from "../../../src/db/idempotency.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem, inTransaction } from "../../../src/db/transaction.ts";
import { validationError } from "../../../src/errors.ts";
import { lockOrganization } from "../accounts/member.rows.ts";
import type { HubContext } from "../hub.context.ts";
import { selectRules, type ApprovalRuleRow } from "./approval.rows.ts";
import type { ApprovalRule, ApprovalRuleList, SetApprovalRuleInput } from "./approval.types.ts";
import { loneAdministratorMustWait } from "./approvals.errors.ts";

/** How long a lone administrator waits after another one has left, before rules can be loosened without anybody. */
const waitMs = 7 * 24 * 60 * 60 * 1000;

/** A rule per kind, also where nothing is required. */
export async function listRules(ctx: HubContext): Promise<ApprovalRuleList> {
  const read = (em: EntityManager) => selectRules(em, ctx.principal.ownerId ?? "");
  const stored = await inTransaction(ctx, read, { readOnly: true });
  const rules = approvalKinds.map((kind) =>
    presentRule(
      kind,
      stored.find((rule) => rule.kind === kind),
    ),
  );
  return { rules, total: rules.length };
}

/**
 * Sets the rule of one kind. Throws INVALID_STATE for a personal account, and VALIDATION_ERROR for a minimum of anything but
 * payouts. Loosening a rule needs a second person itself, where there is one.
 */
export function setRule(ctx: HubContext, input: SetApprovalRuleInput): Promise<ApprovalRule> {
  const accountId = ctx.principal.ownerId ?? "";
  refuseFaults(input);
  return exactlyOnce(ctx, { operation: "setApprovalRule", input }, async (em) => {
    await lockOrganization(em, accountId);
    const { kind, required } = input;
    const [before] = await selectRules(em, accountId, kind);
    const { minimumAmountMinor: minimumMinor = null, currency = null } = input;
    ctx.noteChange?.({
      before: { required: before !== undefined, minimumAmountMinor: before?.minimumMinor ?? null },
      after: { required, minimumAmountMinor: required ? minimumMinor : null },
    });
    if (!required) {
      await executeSql(em, "DELETE FROM approval_rules WHERE owner_id = $1 AND kind = $2", [accountId, kind]);
      return presentRule(kind, undefined);
    }
    const updatedBy = personOf(ctx.principal) ?? ctx.principal.id;
    const updatedAt = ctx.clock.now();
    await executeSql(
      em,
      `INSERT INTO approval_rules (owner_id, kind, minimum_minor, currency, updated_by, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (owner_id, kind) DO UPDATE SET
         minimum_minor = EXCLUDED.minimum_minor, currency = EXCLUDED.currency,
         updated_by = EXCLUDED.updated_by, updated_at = EXCLUDED.updated_at`,
      [accountId, kind, minimumMinor, currency, updatedBy, updatedAt],
    );
    return presentRule(kind, { kind, minimumMinor, currency, updatedBy, updatedAt: updatedAt.toISOString() });
  });
}

/**
 * True for a change that lets more happen without a second person, where another administrator can approve it. One who is
 * alone may make it: nobody else could. Throws INVALID_STATE while another one has left within the last 7 days.
 */
export async function loosensRule(
  em: EntityManager,
  ctx: HubContext,
  args: Record<string, unknown>,
  requester: Pick<Requester, "person">,
): Promise<boolean> {
  const accountId = ctx.principal.ownerId ?? "";
  const input = args["input"] as SetApprovalRuleInput;
  const [rule] = await selectRules(em, accountId, input.kind);
  if (!rule || !isLooser(rule, input)) return false;
  const [found] = await asSystem(em, (own) =>
    executeSql<{ others: number; leftAt: string | null }>(
      own,
      `SELECT a.administrator_left_at AS "leftAt", (SELECT count(*)::int FROM account_members m
         JOIN users u ON u.id = m.user_id AND u.deleted_at IS NULL AND u.suspended_at IS NULL
         WHERE m.owner_id = a.id AND m.role IN ('owner', 'admin') AND m.user_id <> $2) AS others
       FROM accounts a WHERE a.id = $1`,
      [accountId, requester.person],
    ),
  );
  if (!found || found.others > 0) return true;
  const until = found.leftAt === null ? null : new Date(new Date(found.leftAt).getTime() + waitMs);
  if (until && until > ctx.clock.now()) throw loneAdministratorMustWait(until);
  return false;
}

function isLooser(
  { minimumMinor, currency }: ApprovalRuleRow,
  { required, minimumAmountMinor: next = null, currency: nextCurrency = null }: SetApprovalRuleInput,
): boolean {
  if (!required) return true;
  if (next === null) return false;
  return minimumMinor === null || next > minimumMinor || nextCurrency !== currency;
}

function refuseFaults({ kind, required, minimumAmountMinor, currency }: SetApprovalRuleInput): void {
  const hasAmount = typeof minimumAmountMinor === "number";
  const hasCurrency = typeof currency === "string";
  const fault = (path: string, message: string) => ({ path, message, rule: "required" });
  const faults = [
    ...(hasAmount && (kind !== "payouts" || !required)
      ? [fault("minimumAmountMinor", "is only for payouts that need approval")]
      : []),
    ...(hasAmount && !hasCurrency ? [fault("currency", "is required with minimumAmountMinor")] : []),
    ...(hasCurrency && !hasAmount ? [fault("minimumAmountMinor", "is required with currency")] : []),
  ];
  if (faults.length > 0) throw validationError(faults);
}

function presentRule(kind: ApprovalRule["kind"], row: ApprovalRuleRow | undefined): ApprovalRule {
  return {
    kind,
    required: row !== undefined,
    minimumAmountMinor: row?.minimumMinor ?? null,
    currency: row?.currency ?? null,
    updatedAt: row ? new Date(row.updatedAt) : null,
    updatedBy: row?.updatedBy ?? null,
  };
}
