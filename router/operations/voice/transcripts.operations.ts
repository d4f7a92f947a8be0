import type { AreaDefinition } from "../area.ts";
import { callsArea } from "./calls.area.ts";
import type { VoiceGroup } from "./groups.ts";

/** What was said in calls, and what follows from it. */
export const callTranscriptsOperations: AreaDefinition<VoiceGroup> = {
  ...callsArea,
  group: "transcripts-and-recordings",
  operations: [
    {
      name: "GetTranscript",
      field: "query.callTranscript",
      rest: { method: "GET", path: "/calls/{callId}/transcript" },
      tool: {
        name: "get_transcript",
        firstDay: true,
        keywords: ["what was said", "conversation", "what was said words read conversation"],
      },
    },
    {
      name: "ExportTranscript",
      field: "query.callTranscriptFile",
      rest: {
        method: "GET",
        path: "/calls/{callId}/transcript/{format}",
        file: {
          download: "download",
          types: ["text/plain", "application/x-subrip", "text/vtt"],
        },
      },
      tool: {
        name: "export_transcript",
        keywords: ["subtitles", "download", "conversation as file subtitles download"],
        example: { callId: "call_01", format: "vtt" },
      },
    },
    {
      name: "RedactTranscript",
      field: "mutation.redactTranscript",
      rest: { method: "POST", path: "/calls/{callId}/redact-transcript" },
      tool: {
        name: "redact_transcript",
        destructive: true,
        example: { callId: "call_01", kinds: ["card", "ssn"] },
        keywords: ["black out credit card social security private data in conversation"],
      },
    },
    {
      name: "GetRecording",
      field: "query.callRecording",
      rest: { method: "GET", path: "/calls/{callId}/recording" },
      tool: {
        name: "get_recording",
        keywords: ["listen to audio of phone call mp3"],
      },
    },
    {
      name: "DeleteRecording",
      field: "mutation.deleteRecording",
      rest: { method: "DELETE", path: "/calls/{callId}/recording" },
      tool: {
        name: "delete_recording",
        destructive: true,
        idempotent: true,
        keywords: ["remove audio of phone call for good"],
      },
    },
    {
      name: "SummarizeCall",
      field: "mutation.summarizeCall",
      rest: { method: "POST", path: "/calls/{callId}/summary" },
      tool: {
        name: "summarize_call",
        keywords: [
          "sum up phone conversation short what was agreed action items",
          "recap gist of a call in a few sentences",
        ],
      },
    },
    {
      name: "ExtractCallData",
      field: "mutation.extractCallData",
      rest: { method: "POST", path: "/calls/{callId}/extract" },
      tool: {
        name: "extract_call_data",
        example: {
          callId: "call_01",
          schema: { type: "object", properties: { day: { type: "string" }, agreed: { type: "boolean" } } },
        },
        keywords: ["pull structured fields answers out of conversation fill form"],
      },
    },
    {
      name: "SearchTranscripts",
      field: "query.transcriptSearch",
      rest: { method: "GET", path: "/transcript-search" },
      tool: {
        name: "search_transcripts",
        firstDay: true,
        example: { query: "refund" },
        keywords: ["who said", "mentioned", "find every call where somebody said mentioned word"],
      },
    },
  ],
};
