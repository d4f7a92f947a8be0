import { expect } from "vitest";
import type { Answer, TestApp } from "../support/app.ts";

export type Headers = Record<string, string>;
export type Args = Record<string, unknown>;

/** Arguments of `consume_credits`; the description identifies the test. */
export const consume = (description: string, amount = 1) => ({ appId: "central", amount, description });

/** Calls of money tools by a program without user consent: a model wrote the arguments. */
export function moneyCalls(getApp: () => TestApp) {
  const call = (name: string, args: Args, headers: Headers, beside: object = {}): Promise<Answer> =>
    getApp().post(`/tools/${name}/call`, { arguments: args, ...beside }, headers);
  return {
    call,
    /** How many movements of credits have this description. */
    async spent(description: string): Promise<number> {
      const [row] = await getApp().database.query<{ count: string }>(
        "SELECT count(*) FROM hub.credit_entries WHERE description = $1",
        [description],
      );
      return Number(row!.count);
    },
    /** The id that a call is refused with. */
    async askedFor(name: string, args: Args, headers: Headers): Promise<string> {
      const { status, body } = await call(name, args, headers);
      expect([status, body.code], JSON.stringify(body)).toEqual([428, "CONFIRMATION_REQUIRED"]);
      return body.details.confirmationId as string;
    },
  };
}
