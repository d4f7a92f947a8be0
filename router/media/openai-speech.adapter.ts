import { DomainError } from "../../src/errors.ts";
import { wavOf } from "../../src/telephony/mulaw.ts";
import { RealtimeVoice } from "./openai-realtime-voice.ts";
import { PhoneAudio } from "./phone-audio.ts";
import type { Speech } from "./speech.port.ts";

export interface OpenAiSpeechSettings {
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
  ["Polly.Joanna", "coral"],
  ["Polly.Matthew", "ash"],
  ["Polly.Amy", "shimmer"],
  ["Polly.Brian", "ballad"],
  ["Polly.Nicole", "sage"],
]);
const otherVoice = "alloy";

/** Models that return the probability of each word. */
const withProbabilities = /^gpt-4o(-mini)?-transcribe/;
/** Models that speak in sessions. Others are asked at the speech endpoint, which other servers have as well. */
const inSessions = /realtime/;

/** OpenAI's speech through its official SDK, loaded at the first use. */
export function createOpenAiSpeech(settings: OpenAiSpeechSettings): Speech {
  let loading: ReturnType<typeof loadClient> | null = null;
  const load = () => (loading ??= loadClient(settings));
  return {
    toText: {
      async recognize(audio, language, signal) {
        const { client, toFile } = await load();
        const file = await toFile(wavOf(audio), "speech.wav", { type: "audio/wav" });
        const request = { file, model: settings.transcriptionModel, language: language.slice(0, 2) };
        const asked = withProbabilities.test(request.model) ? { include: ["logprobs" as const] } : {};
        const { text, logprobs } = await client.audio.transcriptions
          .create({ ...request, response_format: "json", ...asked }, { signal })
          .catch((error: unknown) => fail(error, signal));
        return { text: text.trim(), confidence: confidenceOf(logprobs) };
      },
    },
    toSpeech: {
      async *speak({ text, voiceId, language }, signal) {
        const { client, realtime } = await load();
        const voice = voices.get(voiceId) ?? otherVoice;
        const model = settings.speechModel;
        if (inSessions.test(model)) {
          try {
            yield* realtime.speak({ model, voice, text, language }, signal);
          } catch (error) {
            if (!signal.aborted) fail(error, signal);
          }
          return;
        }
        const request = { model, voice, input: text, response_format: "pcm" as const };
        const instructions = `Speak ${language}, as on the phone.`;
        try {
          const { body } = await client.audio.speech.create({ ...request, instructions }, { signal });
          const audio = new PhoneAudio();
          for await (const pcm of body as unknown as AsyncIterable<Uint8Array>) {
            if (signal.aborted) return;
            yield audio.push(pcm);
          }
          yield audio.rest();
        } catch (error) {
          if (!signal.aborted) fail(error, signal);
        }
      },
    },
  };
}

async function loadClient({ apiKey, baseUrl }: OpenAiSpeechSettings) {
  const { OpenAI, toFile } = await import("openai");
  const client = new OpenAI({
    apiKey,
    baseURL: baseUrl,
    organization: null,
    project: null,
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: "off",
  });
  return { client, toFile, realtime: new RealtimeVoice(client, timeoutMs) };
}

/** The mean probability of the words; 1 where the model does not say. */
function confidenceOf(logprobs: readonly { logprob?: number }[] | undefined): number {
  if (!logprobs || logprobs.length === 0) return 1;
  const sum = logprobs.reduce((total, { logprob = 0 }) => total + logprob, 0);
  return Math.min(1, Math.exp(sum / logprobs.length));
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
