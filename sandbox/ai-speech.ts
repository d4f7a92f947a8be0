import type { FastifyInstance } from "fastify";
import { Readable } from "node:stream";
import { hearTones, speakTones } from "./tone-speech.ts";

/** Audio that a stand-in gives out at once, as a provider streams it. */
const pieceBytes = 9_600;
const maxAudioBytes = 8 * 1024 * 1024;
const speechRate = 24_000;

const refusal = (message: string) => ({ error: { message, type: "invalid_request_error", code: null } });

/** OpenAI's audio: texts are spoken in the tones of `tone-speech.ts`, and recognized from them. */
export function mountOpenAiSpeech(app: FastifyInstance): void {
  app.post("/v1/audio/speech", async (request, reply) => {
    const { input, model, voice, response_format: form } = (request.body ?? {}) as Record<string, unknown>;
    if (typeof input !== "string" || !input || typeof model !== "string" || typeof voice !== "string")
      return reply.code(400).send(refusal("The input, the model or the voice is missing."));
    if (form !== "pcm") return reply.code(400).send(refusal("The stand-in speaks pcm only."));
    const pcm = Buffer.from(speakTones(input, speechRate).buffer);
    const pieces = Array.from({ length: Math.ceil(pcm.length / pieceBytes) }, (_, at) =>
      pcm.subarray(at * pieceBytes, (at + 1) * pieceBytes),
    );
    return reply.type("audio/pcm").send(Readable.from(pieces));
  });
  app.register(async (scope) => {
    scope.addContentTypeParser(
      "multipart/form-data",
      { parseAs: "buffer", bodyLimit: maxAudioBytes },
      (_request, body, done) => done(null, body),
    );
    scope.post("/v1/audio/transcriptions", { bodyLimit: maxAudioBytes }, async (request, reply) => {
      const samples = Buffer.isBuffer(request.body) ? samplesOf(request.body) : null;
      if (samples === null) return reply.code(400).send(refusal("The file is no WAV of 16-bit samples."));
      const { text, confidence } = hearTones(samples);
      return { text, logprobs: text === "" ? [] : [{ token: text, logprob: Math.log(confidence) }] };
    });
  });
}

/** The samples of the WAV file in a form. */
function samplesOf(form: Buffer): Int16Array | null {
  const riff = form.indexOf("RIFF");
  const data = form.indexOf("data", riff);
  if (riff < 0 || data < 0 || data + 8 > form.length) return null;
  const size = Math.min(form.readUInt32LE(data + 4), form.length - data - 8);
  const samples = new Int16Array(size >> 1);
  for (let at = 0; at < samples.length; at += 1) samples[at] = form.readInt16LE(data + 8 + 2 * at);
  return samples;
}
