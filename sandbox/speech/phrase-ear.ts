import { speakAloud } from "./espeak.ts";
import { distanceOf, featuresOf, type SpeechFeatures } from "./speech-features.ts";

/** The voice that the ear has learned the phrases from. */
const ownVoice = "en-us";
/**
 * Two voices with the same words are apart by some 5, voices with other words by more than 11, those that differ in one word of
 * many by 8.
 */
const furthest = 9.5;

/**
 * Recognizes phrases that it was taught by their sound alone: it returns the phrase whose sound is closest. It understands nothing
 * else.
 */
export class PhraseEar {
  readonly #phrases = new Map<string, SpeechFeatures>();

  /** Throws where `espeak-ng` is not installed. */
  async learn(phrases: readonly string[]): Promise<void> {
    for (const phrase of phrases) this.#phrases.set(phrase, featuresOf(await speakAloud(phrase, ownVoice)));
  }

  /** Empty text for what it does not know. */
  hear(samples: Int16Array): { text: string; confidence: number } {
    const heard = featuresOf(samples);
    let best = { text: "", distance: furthest };
    for (const [text, features] of this.#phrases) {
      const distance = distanceOf(heard, features);
      if (distance < best.distance) best = { text, distance };
    }
    return { text: best.text, confidence: best.text === "" ? 0 : 1 - best.distance / (2 * furthest) };
  }
}
