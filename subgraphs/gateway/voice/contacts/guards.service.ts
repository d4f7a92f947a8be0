import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import type { DomainError } from "../../../../src/errors.ts";
import { clockIn } from "../../../../src/telephony/zone-clock.ts";
import { isWithinHours, nextWithinHours } from "./calling-window.ts";
import { rulesOf, zonesOfPerson } from "./calling-rules.service.ts";
import { hasConsent } from "./consent.service.ts";
import { isListed } from "./do-not-call.rows.ts";
import { businessRule } from "../../base/gateway.errors.ts";

export interface GuardedCall {
  ownerId: string;
  phone: string;
  at: Date;
  /** The call itself, when it is queued already: it is no further attempt. */
  callId?: string;
}

/**
 * The reason why a number may not be called at a moment, or null: it is on the do-not-call list, there is no consent,
 * its local time is outside the account's hours, or it reached the daily maximum. Other checks of the same number wait
 * until the transaction ends, so that concurrent calls cannot exceed the maximum.
 */
export async function refusalOf(em: EntityManager, call: GuardedCall): Promise<DomainError | null> {
  const { ownerId, phone, at, callId = null } = call;
  await lockNumber(em, ownerId, phone);
  if (await isListed(em, ownerId, phone))
    return businessRule(
      "do_not_call",
      "This number is on the do-not-call list. Remove it from the list first.",
      { phone },
    );
  if (!(await hasConsent(em, ownerId, phone)))
    return businessRule("consent", "No consent to call this number is recorded. Record the consent first.", {
      phone,
    });
  const rules = await rulesOf(em, ownerId);
  const zones = await zonesOfPerson(em, ownerId, phone);
  if (!isWithinHours(zones, rules, at))
    return businessRule(
      "calling_hours",
      "This time is outside calling hours. Call at nextAllowedAt instead.",
      {
        phone,
        nextAllowedAt: nextWithinHours(zones, rules, at),
        timezones: zones,
      },
    );
  const attempts = await attemptsOnDay(em, call, zones[0]!, callId);
  if (attempts < rules.maxAttemptsPerDay) return null;
  return businessRule(
    "attempts_per_day",
    "This number has reached its daily call limit. Call on another day.",
    {
      phone,
      maxAttemptsPerDay: rules.maxAttemptsPerDay,
    },
  );
}

/** Until the transaction ends no other transaction queues calls to this number, or adds it to the do-not-call list. */
export async function lockNumber(em: EntityManager, ownerId: string, phone: string): Promise<void> {
  await executeSql(em, "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [
    `caller ${ownerId} ${phone}`,
  ]);
}

const dayMs = 24 * 60 * 60_000;

/** Calls of the day that the clocks there show; what never left, or was taken back, is none. */
async function attemptsOnDay(
  em: EntityManager,
  { ownerId, phone, at }: GuardedCall,
  zone: string,
  callId: string | null,
): Promise<number> {
  const near = await executeSql<{ dueAt: string }>(
    em,
    `SELECT to_json(due_at) #>> '{}' AS "dueAt" FROM caller_calls
     WHERE owner_id = $1 AND to_number = $2 AND due_at BETWEEN $3 AND $4 AND id IS DISTINCT FROM $5
       AND status <> 'canceled' AND (status <> 'failed' OR carrier_call_id IS NOT NULL)`,
    [ownerId, phone, new Date(at.getTime() - 2 * dayMs), new Date(at.getTime() + 2 * dayMs), callId],
  );
  const { date } = clockIn(zone, at);
  return near.filter(({ dueAt }) => clockIn(zone, new Date(dueAt)).date === date).length;
}
