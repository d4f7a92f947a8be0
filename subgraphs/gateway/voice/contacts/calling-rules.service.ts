import { isDeepStrictEqual } from "node:util";
import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { validationError } from "../../../../src/errors.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { allZones, knownZonesOf } from "../../../../src/telephony/number-zones.ts";
import { minutesOf, timeOf } from "../../base/wall-clock.ts";
import { findRows } from "../voice.rows.ts";
import type { VoiceContext } from "../voice.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { isWithinHours, legalHours, nextWithinHours, type CallingHours } from "./calling-window.ts";
import { checkedNumber } from "./checked-number.ts";
import type * as types from "./permissions.types.ts";
import { businessRule } from "../../base/gateway.errors.ts";

/** The account's rules; those of the law with three calls a day where it has set none. */
export interface RulesInForce extends CallingHours {
  maxAttemptsPerDay: number;
  version: number;
}

const rulesAtFirst: RulesInForce = {
  ...legalHours,
  days: [1, 2, 3, 4, 5, 6, 7],
  holidays: [],
  maxAttemptsPerDay: 3,
  version: 0,
};

export function readCallingRules(ctx: VoiceContext): Promise<types.CallingRules> {
  const read = async (em: EntityManager) => present(await rulesOf(em, ownerOf(ctx)));
  return inTransaction(ctx, read, { readOnly: true });
}

/** Narrows when the account calls. Throws BUSINESS_RULE for hours beyond those of the law, or that are none. */
export function updateCallingRules(
  ctx: VoiceContext,
  input: types.UpdateCallingRulesInput,
): Promise<types.CallingRules> {
  const { from, to } = input.hours ?? input;
  if (input.hours && (input.from || input.to))
    throw validationError([
      { path: "hours", message: "must be omitted when from or to is given", rule: "hours" },
    ]);
  return exactlyOnce(ctx, { operation: "updateCallingRules", input }, async (em) => {
    const ownerId = ownerOf(ctx);
    const before = await rulesOf(em, ownerId);
    const rules: RulesInForce = {
      fromMinute: from ? minutesOf(from) : before.fromMinute,
      toMinute: to ? minutesOf(to) : before.toMinute,
      days: input.days ? [...new Set(input.days)].toSorted((a, b) => a - b) : before.days,
      holidays: input.holidays
        ? [...new Set(input.holidays)].toSorted((a, b) => (a < b ? -1 : 1))
        : before.holidays,
      maxAttemptsPerDay: input.maxAttemptsPerDay ?? before.maxAttemptsPerDay,
      version: before.version + 1,
    };
    const isLegal = rules.fromMinute >= legalHours.fromMinute && rules.toMinute <= legalHours.toMinute;
    if (!isLegal || rules.fromMinute >= rules.toMinute)
      throw businessRule("legal_hours", "Calling hours must be within 08:00 to 21:00. Set from before to.", {
        from: timeOf(legalHours.fromMinute),
        to: timeOf(legalHours.toMinute),
      });
    // Said again, they are as they were.
    if (isDeepStrictEqual({ ...rules, version: 0 }, { ...before, version: 0 })) return present(before);
    const [saved] = await executeSql<{ version: number }>(
      em,
      `INSERT INTO caller_rules AS r (owner_id, from_minute, to_minute, days, holidays, max_attempts_per_day, version, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, 1, $7)
       ON CONFLICT (owner_id) DO UPDATE SET from_minute = $2, to_minute = $3, days = $4, holidays = $5,
         max_attempts_per_day = $6, version = r.version + 1, updated_at = $7 RETURNING version`,
      [
        ownerId,
        rules.fromMinute,
        rules.toMinute,
        rules.days,
        rules.holidays,
        rules.maxAttemptsPerDay,
        ctx.clock.now(),
      ],
    );
    return present({ ...rules, version: saved!.version });
  });
}

/** Whether a number may be called at a moment, and else when. */
export function checkCallingWindow(
  ctx: VoiceContext,
  { phone, at }: types.CallingWindowArgs,
): Promise<types.CallingWindow> {
  const number = checkedNumber(phone);
  const read = async (em: EntityManager) => {
    const rules = await rulesOf(em, ownerOf(ctx));
    const zones = await zonesOfPerson(em, ownerOf(ctx), number);
    const moment = at ?? ctx.clock.now();
    return {
      phone: number,
      allowed: isWithinHours(zones, rules, moment),
      nextAllowedAt: nextWithinHours(zones, rules, moment),
      timezone: zones[0]!,
      timezones: zones,
    };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

export async function rulesOf(em: EntityManager, ownerId: string): Promise<RulesInForce> {
  const [row] = await executeSql<RulesInForce>(
    em,
    `SELECT from_minute AS "fromMinute", to_minute AS "toMinute", days, holidays,
       max_attempts_per_day AS "maxAttemptsPerDay", version FROM caller_rules WHERE owner_id = $1`,
    [ownerId],
  );
  return row ?? rulesAtFirst;
}

/** Zones in which a number may be: of its region, else its contact's, else all that numbers of its kind have. */
export async function zonesOfPerson(
  em: EntityManager,
  ownerId: string,
  number: string,
): Promise<readonly string[]> {
  const known = knownZonesOf(number);
  if (known !== null) return known;
  const [contact] = await findRows(em, "caller_contacts", "owner_id = $1 AND phone = $2", [ownerId, number]);
  return contact?.timezone ? [contact.timezone] : allZones;
}

function present(rules: RulesInForce): types.CallingRules {
  const { fromMinute, toMinute, days, holidays, maxAttemptsPerDay, version } = rules;
  return {
    from: timeOf(fromMinute),
    to: timeOf(toMinute),
    days: [...days],
    holidays: [...holidays],
    maxAttemptsPerDay,
    version,
  };
}
