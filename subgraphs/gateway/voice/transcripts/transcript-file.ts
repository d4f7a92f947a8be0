import type { StoredTurn } from "./turn-times.ts";

export const transcriptFormats = ["txt", "json", "srt", "vtt"] as const;
export type TranscriptFormat = (typeof transcriptFormats)[number];

export const contentTypes: Readonly<Record<TranscriptFormat, string>> = {
  txt: "text/plain",
  json: "application/json",
  srt: "application/x-subrip",
  vtt: "text/vtt",
};

const speakers = { agent: "Agent", callee: "Callee", other: "Other" } as const;

/** A transcript as a file: plain lines, JSON, SubRip (comma before milliseconds) or WebVTT (W3C; dot, voice spans). */
export function writeTranscript(
  format: TranscriptFormat,
  { callId, language, turns }: { callId: string; language: string; turns: readonly StoredTurn[] },
): string {
  switch (format) {
    case "json":
      return `${JSON.stringify({ callId, language, turns }, null, 2)}\n`;
    case "txt":
      return turns
        .map(({ speaker, text, startMs }) => {
          const at = clockOf(startMs, ".").slice(0, 8);
          return `[${at}] ${speakers[speaker]}: ${oneLine(text)}\n`;
        })
        .join("");
    case "srt":
      return turns
        .map(({ index, speaker, text, startMs, endMs }) => {
          const span = `${clockOf(startMs, ",")} --> ${clockOf(endMs, ",")}`;
          return `${index + 1}\n${span}\n${speakers[speaker]}: ${oneLine(text).replaceAll("-->", "->")}\n`;
        })
        .join("\n");
    case "vtt":
      return `WEBVTT\n${turns
        .map(({ speaker, text, startMs, endMs }) => {
          const span = `${clockOf(startMs, ".")} --> ${clockOf(endMs, ".")}`;
          return `\n${span}\n<v ${speakers[speaker]}>${escapeCue(oneLine(text))}\n`;
        })
        .join("")}`;
  }
}

/** `HH:MM:SS` and milliseconds after the mark. */
export function clockOf(ms: number, mark: "," | "."): string {
  const part = (value: number, digits = 2) => String(value).padStart(digits, "0");
  const seconds = Math.floor(ms / 1_000);
  const [h, m, s] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${part(h)}:${part(m)}:${part(s)}${mark}${part(ms % 1_000, 3)}`;
}

/** A cue ends at an empty line, so text has none. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

function escapeCue(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
