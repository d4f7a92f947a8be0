import type { EntityManager } from "@mikro-orm/postgresql";
import { endOfDate, localDate } from "../../../src/time/local-date.ts";
import { ownerOf, type GatewayContext } from "./gateway.context.ts";
import { settingsOf } from "./account-settings.service.ts";

/** The days of an account: what is today, and when a date is over. */
export interface AccountDays {
  today: string;
  endOf(date: string): Date;
}

/** The account's timezone (IANA name), UTC unless its settings say otherwise. */
export async function timezoneOf(em: EntityManager, ownerId: string): Promise<string> {
  return (await settingsOf(em, ownerId)).timezone;
}

/** The caller's days, in their account's timezone. */
export async function daysOf(em: EntityManager, ctx: GatewayContext): Promise<AccountDays> {
  const timezone = await timezoneOf(em, ownerOf(ctx));
  return { today: localDate(ctx.clock.now(), timezone), endOf: (date) => endOfDate(date, timezone) };
}
