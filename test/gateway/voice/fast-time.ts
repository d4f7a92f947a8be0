import { vi } from "vitest";

/** Timers of audio wait for a frame of 20 ms at most; all others keep their time. */
const longestMs = 20;

/**
 * Lets the audio of calls pass faster than it sounds, on both sides of a stream: their clock runs so many times as fast, until the
 * returned function is called. Silences and interruptions are counted in frames, and take as many as ever.
 */
export function hastenAudio(tempo: number): () => void {
  const now = performance.now.bind(performance);
  const startedAt = now();
  const wait = globalThis.setTimeout;
  const spies = [
    vi.spyOn(performance, "now").mockImplementation(() => startedAt + (now() - startedAt) * tempo),
    vi
      .spyOn(globalThis, "setTimeout")
      .mockImplementation(
        <Args extends unknown[]>(done: (...args: Args) => void, ms?: number, ...more: Args) =>
          wait(done, ms !== undefined && ms <= longestMs ? ms / tempo : ms, ...more),
      ),
  ];
  return () => spies.forEach((spy) => spy.mockRestore());
}
