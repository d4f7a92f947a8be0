import { z } from "zod";
import { DomainError } from "../../../src/errors.ts";
import { carrierSid, openCarrier, type CarrierOptions } from "../../../src/telephony/carrier-requests.ts";
import type { VoiceCarrier } from "./voice-carrier.port.ts";

/** An hour of two channels is a third of it. */
const maxRecordingBytes = 96 * 1024 * 1024;

const calls = z.object({
  calls: z.array(
    z.object({
      sid: carrierSid,
      status: z.string(),
      date_created: z
        .string()
        .transform((text) => new Date(text))
        .refine((date) => !Number.isNaN(date.getTime())),
      duration: z
        .string()
        .regex(/^\d{1,6}$/)
        .nullish(),
    }),
  ),
});
const own = z.object({ incoming_phone_numbers: z.array(z.object({ sid: carrierSid })) });
const offers = z.object({
  available_phone_numbers: z.array(
    z.object({
      phone_number: z.string().regex(/^\+[1-9]\d{5,14}$/),
      locality: z.string().nullish(),
      region: z.string().nullish(),
    }),
  ),
});

const statusEvents = {
  StatusCallbackMethod: "POST",
  StatusCallbackEvent: ["initiated", "ringing", "answered", "completed"],
};

/** Led calls at a carrier that speaks the Twilio API. */
export function createVoiceCarrier({ from, ...options }: CarrierOptions & { from: string }): VoiceCarrier {
  const { post, find, remove, download } = openCarrier(options);
  return {
    placeCall: (call) =>
      post("/Calls.json", {
        To: call.to,
        From: call.from ?? from,
        Url: call.voiceUrl,
        Method: "POST",
        ...(call.statusUrl === null ? {} : { StatusCallback: call.statusUrl, ...statusEvents }),
        MachineDetection: "Enable",
        TimeLimit: String(call.maxDurationSec),
      }),
    endCall: (sid) => post(`/Calls/${sid}.json`, { Status: "completed" }),
    redirectCall: (sid, twiml) => post(`/Calls/${sid}.json`, { Twiml: twiml }),
    routeNumber: (sid, { voiceUrl, statusUrl }) =>
      post(`/IncomingPhoneNumbers/${sid}.json`, {
        VoiceUrl: voiceUrl,
        VoiceMethod: "POST",
        StatusCallback: statusUrl,
        StatusCallbackMethod: "POST",
      }),
    fetchRecording: (sid) => download(`/Recordings/${sid}.mp3`, maxRecordingBytes),
    deleteRecording: (sid) => remove(`/Recordings/${sid}.json`),
    async findCalls(to, since) {
      const found = await find("/Calls.json", { To: to, PageSize: "100" }, calls);
      return found.calls
        .map(({ sid, status, date_created: createdAt, duration }) => {
          const durationSeconds = duration === null || duration === undefined ? null : Number(duration);
          return { sid, status, createdAt, durationSeconds };
        })
        .filter(({ createdAt }) => createdAt >= since);
    },
    async buyNumber(e164) {
      const found = await find("/IncomingPhoneNumbers.json", { PhoneNumber: e164 }, own);
      const [known] = found.incoming_phone_numbers;
      if (known) return { kind: "bought", sid: known.sid };
      const outcome = await post("/IncomingPhoneNumbers.json", { PhoneNumber: e164 });
      if (outcome.kind === "taken") return { kind: "bought", sid: outcome.sid };
      if (outcome.kind === "refused") return outcome;
      throw new DomainError("UPSTREAM_FAILED", "The phone carrier is not reachable. Try again later.");
    },
    releaseNumber: (sid) => remove(`/IncomingPhoneNumbers/${sid}.json`),
    async offerNumbers({ country, areaCode, contains }) {
      const query = {
        PageSize: "20",
        ...(areaCode === null ? {} : { AreaCode: areaCode }),
        ...(contains === null ? {} : { Contains: contains }),
      };
      const found = await find(`/AvailablePhoneNumbers/${country}/Local.json`, query, offers);
      return found.available_phone_numbers.map(({ phone_number: e164, locality, region }) => ({
        e164,
        locality: locality ?? null,
        region: region ?? null,
      }));
    },
  };
}
