import type { EntityManager } from "@mikro-orm/postgresql";
import { endOfDate, localDate } from "../../../src/time/local-date.ts";
import { ownerOf, type GatewayContext } from "./gateway.context.ts";
import { executeSql } from "../../../src/db/sql.ts";

/** Calendar of an account: today's date and the end of a date. */
export interface AccountDays {
  today: string;
  endOf(date: string): Date;
}

/** The account's time zone (IANA name). Default UTC. */
export async function timezoneOf(em: EntityManager, ownerId: string): Promise<string> {
  const [row] = await executeSql<{ timezone: string }>(
    em,
    "SELECT timezone FROM invoicing_settings WHERE owner_id = $1",
    [ownerId],
  );
  return row?.timezone ?? "UTC";
}

/** Calendar of the principal's account, in its time zone. */
export async function daysOf(em: EntityManager, ctx: GatewayContext): Promise<AccountDays> {
  const timezone = await timezoneOf(em, ownerOf(ctx));
  return { today: localDate(ctx.clock.now(), timezone), endOf: (date) => endOfDate(date, timezone) };
}
