import { z } from "zod";
import {
  carrierSid,
  escapeXml,
  openCarrier,
  type CarrierOptions,
} from "../../../../src/telephony/carrier-requests.ts";
import type { Carrier, CarrierRecord } from "./carrier.port.ts";

export interface HttpCarrierOptions extends CarrierOptions {
  /** Our number, E.164. */
  from: string;
}

const dateCreated = z.string().transform((text) => new Date(text));
const recordShape = {
  sid: carrierSid,
  to: z.string(),
  status: z.string(),
  date_created: dateCreated.refine((date) => !Number.isNaN(date.getTime())),
  duration: z
    .string()
    .regex(/^\d{1,6}$/)
    .nullish(),
};
const texts = z.object({ messages: z.array(z.object({ ...recordShape, body: z.string().nullable() })) });
const calls = z.object({ calls: z.array(z.object(recordShape)) });

/** Texts and spoken messages at a carrier that speaks the Twilio API. */
export function createHttpCarrier({ from, ...options }: HttpCarrierOptions): Carrier {
  const { isConfigured, post, find } = openCarrier(options);
  return {
    isConfigured,
    sendText: ({ to, body, mediaUrl, statusUrl }) =>
      post("/Messages.json", {
        To: to,
        From: from,
        Body: body,
        StatusCallback: statusUrl,
        ...(mediaUrl === null ? {} : { MediaUrl: mediaUrl }),
      }),
    placeCall: (call) =>
      post("/Calls.json", {
        To: call.to,
        From: call.from ?? from,
        Twiml: sayTwiml(call.script),
        StatusCallback: call.statusUrl,
        StatusCallbackEvent: "completed",
        TimeLimit: String(call.maxMinutes * 60),
        ...(call.isRecorded ? { Record: "true" } : {}),
      }),
    async findTexts(to, since) {
      const { messages } = await find("/Messages.json", { To: to, PageSize: "100" }, texts);
      return messages.map(toRecord).filter(({ createdAt }) => createdAt >= since);
    },
    async findCalls(to, since) {
      const found = await find("/Calls.json", { To: to, PageSize: "100" }, calls);
      return found.calls
        .map((call) => toRecord({ ...call, body: null }))
        .filter(({ createdAt }) => createdAt >= since);
    },
  };
}

/** A call that says this text. */
function sayTwiml(script: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><Response><Say>${escapeXml(script)}</Say></Response>`;
}

interface Row {
  sid: string;
  to: string;
  body: string | null;
  status: string;
  date_created: Date;
  duration?: string | null | undefined;
}

function toRecord({ sid: id, to, body, status, date_created: createdAt, duration }: Row): CarrierRecord {
  const durationSeconds = duration === null || duration === undefined ? null : Number(duration);
  return { sid: id, to, body, status, durationSeconds, createdAt };
}
