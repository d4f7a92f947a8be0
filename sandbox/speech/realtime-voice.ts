import fastifyWebsocket from "@fastify/websocket";
import type { FastifyInstance } from "fastify";
import type { WebSocket } from "ws";
import { z } from "zod";
import { newId } from "../../src/ids.ts";
import { toMulaw } from "../../src/telephony/mulaw.ts";
import type { StandInContext } from "../stand-in.ts";
import { speakTones } from "./tone-speech.ts";

/** Audio that is sent at once: 200 ms. */
const pieceBytes = 1_600;
const phoneRate = 8_000;

const spokenResponse = z.object({
  type: z.literal("response.create"),
  response: z.object({
    conversation: z.literal("none"),
    output_modalities: z.tuple([z.literal("audio")]),
    audio: z.object({
      output: z.object({ format: z.object({ type: z.literal("audio/pcmu") }), voice: z.string().min(1) }),
    }),
    instructions: z.string().min(1),
    input: z.tuple([
      z.object({
        type: z.literal("message"),
        role: z.literal("user"),
        content: z.tuple([z.object({ type: z.literal("input_text"), text: z.string().min(1) })]),
      }),
    ]),
  }),
});

/**
 * OpenAI's Realtime API over a WebSocket, as far as it reads texts aloud: responses outside of a conversation, in mu-law audio. It
 * speaks in the tones of `tone-speech.ts`.
 */
export async function mountRealtime(
  app: FastifyInstance,
  { fault }: Pick<StandInContext, "fault">,
): Promise<void> {
  await app.register(fastifyWebsocket, { options: { maxPayload: 1024 * 1024, perMessageDeflate: false } });
  app.get<{ Querystring: { model?: string } }>(
    "/v1/realtime",
    { websocket: true },
    (socket: WebSocket, request) => {
      const send = (type: string, more: object) =>
        socket.send(JSON.stringify({ event_id: newId("evt"), type, ...more }));
      const refuse = (message: string) =>
        send("error", { error: { type: "invalid_request_error", code: null, message, param: null } });
      const { model } = request.query;
      if (!model?.includes("realtime")) {
        refuse(`The model ${model ?? "of nobody"} does not speak here.`);
        return socket.close(4000, "invalid_request_error");
      }
      send("session.created", { session: { id: newId("sess"), type: "realtime", model } });
      socket.on("message", (data) => void answer(String(data)).catch(() => socket.terminate()));
      return undefined;

      async function answer(text: string): Promise<void> {
        const { data } = spokenResponse.safeParse(jsonOf(text));
        if (!data) return refuse("The stand-in reads texts aloud in audio/pcmu, and nothing else.");
        const outcome = await fault("/v1/realtime");
        if (outcome.kind !== "none") return socket.close(1011, "Requested sandbox fault");
        const [{ content }] = data.response.input;
        const response = { id: newId("resp"), object: "realtime.response", output: [] };
        send("response.created", { response: { ...response, status: "in_progress" } });
        const ids = {
          response_id: response.id,
          item_id: newId("item"),
          output_index: 0,
          content_index: 0,
        };
        const audio = Buffer.from(Uint8Array.from(speakTones(content[0].text, phoneRate), toMulaw));
        for (let at = 0; at < audio.length; at += pieceBytes)
          send("response.output_audio.delta", {
            ...ids,
            delta: audio.subarray(at, at + pieceBytes).toString("base64"),
          });
        send("response.output_audio.done", ids);
        send("response.output_audio_transcript.done", { ...ids, transcript: content[0].text });
        send("response.done", { response: { ...response, status: "completed" } });
      }
    },
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
