import { z } from "zod";
import type { CarrierEntry } from "./carrier-state.ts";

const number = z.string().regex(/^\+[1-9]\d{5,14}$/);

export const textForm = z.object({
  To: z.string(),
  From: number,
  Body: z.string().min(1).max(1_600),
  MediaUrl: z.url().optional(),
  StatusCallback: z.url().optional(),
});

export const callForm = z.object({
  To: z.string(),
  From: number,
  Twiml: z.string().min(1).max(10_000).optional(),
  Url: z.url().optional(),
  Record: z.enum(["true", "false"]).optional(),
  TimeLimit: z.coerce.number().int().min(1).max(86_400).default(14_400),
  StatusCallback: z.url().optional(),
  StatusCallbackEvent: z.union([z.string(), z.array(z.string())]).optional(),
});

export function isNumber(text: string): boolean {
  return number.safeParse(text).success;
}

/** Why the carrier takes something not, as it says it. */
export function refusal(code: number, message: string, status = 400): object {
  return { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status };
}

/** A text or call as the carrier shows it. */
export function shownEntry(entry: CarrierEntry): object {
  const common = {
    sid: entry.sid,
    account_sid: entry.accountSid,
    to: entry.to,
    from: entry.from,
    status: entry.status,
    date_created: entry.createdAt.toUTCString(),
    api_version: "2010-04-01",
  };
  if (entry.kind === "call")
    return {
      ...common,
      duration: entry.durationSeconds === null ? null : String(entry.durationSeconds),
      direction: entry.isInbound ? "inbound" : "outbound-api",
    };
  return {
    ...common,
    body: entry.body,
    error_code: entry.errorCode,
    direction: "outbound-api",
    num_media: entry.mediaUrl === null ? "0" : "1",
  };
}
