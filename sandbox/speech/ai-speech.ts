import type { FastifyInstance, FastifyReply } from "fastify";
import { Readable } from "node:stream";
import { z } from "zod";
import { validationError } from "../../src/errors.ts";
import type { PhraseEar } from "./phrase-ear.ts";
import { hearTones, speakTones } from "./tone-speech.ts";
import { zodFaults } from "../zod-faults.ts";

/** Audio that a stand-in gives out at once, as a provider streams it. */
const pieceBytes = 9_600;
const maxAudioBytes = 8 * 1024 * 1024;
const speechRate = 24_000;

const refusal = (message: string) => ({ error: { message, type: "invalid_request_error", code: null } });

const phrasesSchema = z.strictObject({ phrases: z.array(z.string().min(1).max(300)).max(500) });

/**
 * OpenAI's audio: texts are spoken in the tones of `tone-speech.ts`, and recognized from them. People's speech is recognized where
 * it is one of the phrases that were posted to `/phrases`.
 */
export function mountOpenAiSpeech(app: FastifyInstance, ear: PhraseEar): void {
  app.post("/phrases", { config: { isControl: true } }, async (request) => {
    const parsed = phrasesSchema.safeParse(request.body);
    if (!parsed.success) throw validationError(zodFaults(parsed.error));
    await ear.learn(parsed.data.phrases);
    return { learned: parsed.data.phrases.length };
  });
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
      const tones = hearTones(samples);
      const { text, confidence } = tones.text === "" ? ear.hear(samples) : tones;
      const form = request.body as Buffer;
      if (!form.includes('name="include[]"')) return { text };
      if (/name="model"\r\n\r\ngpt-transcribe\r\n/.test(form.toString("latin1")))
        return reply.code(400).send(refusal("The model gpt-transcribe gives no logprobs."));
      return { text, logprobs: text === "" ? [] : [{ token: text, logprob: Math.log(confidence) }] };
    });
  });
}

interface GeminiRequest {
  contents?: { parts?: { text?: string; inlineData?: { mimeType?: string; data?: string } }[] }[];
  generationConfig?: {
    responseModalities?: string[];
    speechConfig?: { voiceConfig?: { prebuiltVoiceConfig?: { voiceName?: string } } };
  };
}

/** Gemini's `generateContent` where audio is to be written down; null for any other request. */
export function answerGeminiAudio(body: unknown, ear: PhraseEar): object | null {
  const { contents = [] } = (body ?? {}) as GeminiRequest;
  const audio = contents.flatMap(({ parts = [] }) => parts.flatMap(({ inlineData }) => inlineData ?? []));
  const [first] = audio;
  if (first?.mimeType !== "audio/wav") return null;
  const samples = samplesOf(Buffer.from(first.data ?? "", "base64"));
  const tones = hearTones(samples ?? new Int16Array());
  const { text } = tones.text === "" ? ear.hear(samples ?? new Int16Array()) : tones;
  return geminiAnswer(text === "" ? [] : [{ text }]);
}

/** Gemini's `streamGenerateContent` where audio is wanted, as server-sent events; null for any other request. */
export function answerGeminiSpeech(body: unknown, reply: FastifyReply): FastifyReply | null {
  const { contents = [], generationConfig } = (body ?? {}) as GeminiRequest;
  if (!generationConfig?.responseModalities?.includes("AUDIO")) return null;
  const text = contents.flatMap(({ parts = [] }) => parts.map((part) => part.text ?? "")).join("");
  const voice = generationConfig.speechConfig?.voiceConfig?.prebuiltVoiceConfig?.voiceName;
  if (text === "" || voice === undefined)
    return reply.code(400).send({
      error: { code: 400, status: "INVALID_ARGUMENT", message: "The text or the voice is missing." },
    });
  const pcm = Buffer.from(speakTones(text, speechRate).buffer);
  const events = Array.from({ length: Math.ceil(pcm.length / pieceBytes) }, (_, at) => {
    const data = pcm.subarray(at * pieceBytes, (at + 1) * pieceBytes).toString("base64");
    const inlineData = { mimeType: `audio/L16;codec=pcm;rate=${speechRate}`, data };
    return `data: ${JSON.stringify(geminiAnswer([{ inlineData }]))}\r\n\r\n`;
  });
  return reply.type("text/event-stream").send(Readable.from(events));
}

function geminiAnswer(parts: readonly object[]) {
  const candidates = [{ index: 0, finishReason: "STOP", content: { role: "model", parts } }];
  return {
    candidates,
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  };
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
