import type { Logger } from "pino";
import type { Speech } from "./speech.port.ts";

/** A provider that failed is asked last for so long. */
const restMs = 30_000;

interface Provider {
  name: string;
  speech: Speech;
}

/**
 * Speech by the first provider that works, in their order: who fails is asked last for half a minute. Words that have begun to
 * sound are not begun anew by another voice. `now` is in milliseconds.
 */
export function withFailover(
  providers: readonly Provider[],
  log: Logger,
  now: () => number = () => performance.now(),
): Speech {
  const failedAt = new Map<string, number>();
  const hasFailed = ({ name }: Provider) => now() - (failedAt.get(name) ?? -Infinity) < restMs;
  const inOrder = () => [
    ...providers.filter((one) => !hasFailed(one)),
    ...providers.filter((one) => hasFailed(one)),
  ];
  const note = ({ name }: Provider, err: unknown) => {
    failedAt.set(name, now());
    log.warn({ err, provider: name }, "A speech provider failed");
  };
  return {
    toText: {
      async recognize(audio, language, signal) {
        let last: unknown;
        for (const provider of inOrder()) {
          try {
            return await provider.speech.toText.recognize(audio, language, signal);
          } catch (error) {
            if (signal.aborted) throw error;
            note(provider, error);
            last = error;
          }
        }
        throw last;
      },
    },
    toSpeech: {
      async *speak(text, signal) {
        let last: unknown;
        for (const provider of inOrder()) {
          let hasBegun = false;
          try {
            for await (const audio of provider.speech.toSpeech.speak(text, signal)) {
              hasBegun ||= audio.length > 0;
              yield audio;
            }
            return;
          } catch (error) {
            if (signal.aborted) return;
            note(provider, error);
            if (hasBegun) throw error;
            last = error;
          }
        }
        throw last;
      },
    },
  };
}
