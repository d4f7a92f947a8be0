/** Words that were recognized in a piece of audio. */
export interface HeardWords {
  /** Empty where nothing was understood. */
  text: string;
  /** 0 to 1. */
  confidence: number;
}

/** Recognizes speech. Audio is mu-law, 8,000 samples per second; languages are such as en-US. */
export interface SpeechToText {
  /** Throws UPSTREAM_FAILED when the provider does not answer. */
  recognize(audio: Uint8Array, language: string, signal: AbortSignal): Promise<HeardWords>;
}

/** Speaks texts. */
export interface TextToSpeech {
  /** Mu-law audio in pieces of any length, as it comes. Throws UPSTREAM_FAILED, and stops when the signal aborts. */
  speak(
    text: { text: string; voiceId: string; language: string },
    signal: AbortSignal,
  ): AsyncIterable<Uint8Array>;
}

export interface Speech {
  toText: SpeechToText;
  toSpeech: TextToSpeech;
}
