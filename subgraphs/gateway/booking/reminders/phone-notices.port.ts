import type { CallContext } from "../../../../src/context.ts";

/** A message to a customer's phone. */
export interface PhoneMessage {
  channel: "sms" | "call";
  /** E.164. */
  to: string;
  body: string;
  /** The same for every attempt, so that it is sent once. */
  key: string;
}

/** Text messages and calls of the account, with its quota. */
export interface PhoneNoticesPort {
  /** `refused` is final: the number is no phone, or its holder wants no messages. Throws when trying again may help. */
  send(call: CallContext, message: PhoneMessage): Promise<"accepted" | "refused">;
}
