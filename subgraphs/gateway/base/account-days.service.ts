import type { EntityManager } from "@mikro-orm/postgresql";
import { endOfDate, localDate } from "../../../src/time/local-date.ts";
import { ownerOf, type GatewayContext } from "./gateway.context.ts";
import { executeSql } from "../../../src/db/sql.ts";

/** The days of an account: what is today, and when a date is over. */
export interface AccountDays {
  today: string;
  endOf(date: string): Date;
}

/** The account's timezone (IANA name), UTC unless its settings say otherwise. */
export async function timezoneOf(em: EntityManager, ownerId: string): Promise<string> {
  const [row] = await executeSql<{ timezone: string }>(
    em,
    "SELECT timezone FROM invoicing_settings WHERE owner_id = $1",
    [ownerId],
  );
  return row?.timezone ?? "UTC";
}

/** The caller's days, in their account's timezone. */
export async function daysOf(em: EntityManager, ctx: GatewayContext): Promise<AccountDays> {
  const timezone = await timezoneOf(em, ownerOf(ctx));
  return { today: localDate(ctx.clock.now(), timezone), endOf: (date) => endOfDate(date, timezone) };
}
