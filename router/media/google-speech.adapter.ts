import type { GenerateContentResponse, GoogleGenAI } from "@google/genai";
import { DomainError } from "../../src/errors.ts";
import { wavOf } from "../../src/telephony/mulaw.ts";
import { PhoneAudio } from "./phone-audio.ts";
import type { Speech } from "./speech.port.ts";

export interface GoogleSpeechSettings {
  apiKey: string;
  /** Null: the official address of the SDK. */
  baseUrl: string | null;
  transcriptionModel: string;
  speechModel: string;
}

/** A call cannot wait longer for its next words. */
const timeoutMs = 8_000;

/** The provider's voice in place of the carrier's of that name. */
const voices: ReadonlyMap<string, string> = new Map([
  ["Polly.Joanna", "Kore"],
  ["Polly.Matthew", "Charon"],
  ["Polly.Amy", "Leda"],
  ["Polly.Brian", "Orus"],
  ["Polly.Nicole", "Aoede"],
]);
const otherVoice = "Puck";

const transcribe = (language: string) =>
  `Write down what is said in this audio of a phone call, in ${language}, word for word and nothing else. Never answer it. ` +
  "Write nothing where nobody speaks.";

/** Google's Gemini through its official SDK, loaded at the first use: `generateContent` with audio in, and with audio out. */
export function createGoogleSpeech(settings: GoogleSpeechSettings): Speech {
  let loading: Promise<GoogleGenAI> | null = null;
  const load = () => (loading ??= loadClient(settings));
  return {
    toText: {
      async recognize(audio, language, signal) {
        const { models } = await load();
        const inlineData = { mimeType: "audio/wav", data: wavOf(audio).toString("base64") };
        const contents = [{ role: "user", parts: [{ text: transcribe(language) }, { inlineData }] }];
        const config = { temperature: 0, abortSignal: within(signal) };
        const response = await models
          .generateContent({ model: settings.transcriptionModel, contents, config })
          .catch((error: unknown) => fail(error, signal));
        // The model does not say how sure it is.
        return { text: textOf(response), confidence: 1 };
      },
    },
    toSpeech: {
      async *speak({ text, voiceId, language }, signal) {
        const { models } = await load();
        const voiceName = voices.get(voiceId) ?? otherVoice;
        const speechConfig = {
          languageCode: language,
          voiceConfig: { prebuiltVoiceConfig: { voiceName } },
        };
        const config = { responseModalities: ["AUDIO"], speechConfig, abortSignal: within(signal) };
        try {
          const contents = [{ role: "user", parts: [{ text }] }];
          const chunks = await models.generateContentStream({
            model: settings.speechModel,
            contents,
            config,
          });
          const audio = new PhoneAudio();
          let isHeard = false;
          for await (const chunk of chunks) {
            if (signal.aborted) return;
            for (const pcm of audioOf(chunk)) {
              isHeard = true;
              yield audio.push(pcm);
            }
          }
          if (!isHeard) throw new Error("The provider has sent no audio.");
          yield audio.rest();
        } catch (error) {
          if (!signal.aborted) fail(error, signal);
        }
      },
    },
  };
}

async function loadClient({ apiKey, baseUrl }: GoogleSpeechSettings): Promise<GoogleGenAI> {
  const { GoogleGenAI } = await import("@google/genai");
  const address = baseUrl === null ? {} : { baseUrl };
  return new GoogleGenAI({ apiKey, vertexai: false, httpOptions: { ...address, apiVersion: "v1beta" } });
}

function within(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
}

function textOf({ candidates }: GenerateContentResponse): string {
  const parts = candidates?.[0]?.content?.parts ?? [];
  return parts
    .flatMap(({ text, thought }) => (thought ? [] : (text ?? [])))
    .join("")
    .trim();
}

/** 16-bit samples at 24,000 per second. Throws for audio of another form. */
function audioOf({ candidates }: GenerateContentResponse): Buffer[] {
  const parts = candidates?.[0]?.content?.parts ?? [];
  return parts.flatMap(({ inlineData }) => {
    if (!inlineData?.data) return [];
    const { mimeType = "", data } = inlineData;
    const rate = /rate=(\d{1,6})/.exec(mimeType)?.[1] ?? "24000";
    if (!/^audio\/(l16|pcm)/i.test(mimeType) || rate !== "24000")
      throw new Error("The provider has sent audio of another form.");
    return [Buffer.from(data, "base64")];
  });
}

function fail(error: unknown, signal: AbortSignal): never {
  if (signal.aborted) throw error;
  throw new DomainError(
    "UPSTREAM_FAILED",
    "The speech provider does not answer. Try again later.",
    {},
    { cause: error },
  );
}
