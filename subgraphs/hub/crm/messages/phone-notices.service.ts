import type { HubContext } from "../../hub.context.ts";
import type { PhoneNotice, SendPhoneNoticeInput } from "./phone-notices.types.ts";
import { placeCall, sendSms } from "./sms-send.service.ts";

/**
 * Sends a transactional message of an app to a phone, with the account's quota and the rules of text messages and calls. Throws what
 * those throw. Idempotent by the key of the call.
 */
export async function sendPhoneNotice(
  ctx: HubContext,
  { channel, to, body }: SendPhoneNoticeInput,
): Promise<PhoneNotice> {
  const category = "transactional" as const;
  if (channel === "sms") return { messageId: (await sendSms(ctx, { to, body, category })).messageId };
  const call = { to, script: body, recordingConsent: false, category };
  return { messageId: (await placeCall(ctx, call)).callId };
}
