import type { CallContext } from "../context.ts";
import type { DomainError } from "../errors.ts";
import type { LimitClass } from "../limits/limit-table.ts";
import type { GuardedKind, PayoutAmount } from "./approval.types.ts";
import type { PlanKey } from "./principal.ts";
import type { AccountRight } from "./roles.ts";

/**
 * The requirements of one rule, in words that the schema, the OpenAPI document, the tool list and the explorer
 * show. The same object that enforces a rule carries these facts, so what is shown is what is enforced.
 */
export interface AccessFacts {
  auth: "public" | "caller" | "user" | "holder" | "payer" | "admin" | "internal";
  scope?: string;
  /** Right that a member of an organization needs, where no scope is named. Without one, members are refused. */
  right?: AccountRight;
  /** No scope is needed: tokens that are limited to their scopes are admitted too. */
  anyScope?: true;
  tier?: Tier;
  app?: string;
  /** Operation key of the price list; the call is charged under it. */
  cost?: string;
  /** Charged by usage inside the use case: `cost` is the price of a unit. */
  byUse?: true;
  /** Class of limits that calls count in, besides their tier. */
  limit?: LimitClass;
  /** Moves money or credits: refused while limits cannot be checked. */
  money?: true;
  /** Commits money, credits or a paid quota: as an agent's tool it requires confirmation first. */
  confirm?: true;
  /** Kind of operation for which an organization can demand a second person. */
  approval?: GuardedKind;
  /** The row must belong to the principal's account. */
  owned?: true;
}

/** A hub plan, the invoicing app's integration tier, or any tier with API access. */
export type Tier = PlanKey | "integration" | "api-access";

/** One field call as a rule sees it. */
export interface FieldCall {
  ctx: CallContext;
  parent: unknown;
  args: Record<string, unknown>;
}

/** A rule: its facts, and a check that answers the refusal or null. */
export interface Rule {
  facts: Partial<AccessFacts>;
  check(call: FieldCall): DomainError | null;
  /** The same check where another part of the rule names the scope: limited tokens are not refused here. */
  checkScoped?(call: FieldCall): DomainError | null;
  /** The same check where another part names the right of members: limited tokens are refused, members are not. */
  checkForMembers?(call: FieldCall): DomainError | null;
  /** The field is reached through GraphQL alone: it has no stored operation, so no REST path and no tool. */
  graphqlOnly?: true;
  /** Members may send the mutation while their organization is being closed. */
  whileClosing?: true;
  /** The money that a payout with these arguments moves. */
  amountOf?(this: void, args: Record<string, unknown>): PayoutAmount;
}

/** Rules of one feature: by type, or by type and field. */
export type RuleMap = Record<string, Rule | Record<string, Rule>>;
