import type { EntityManager } from "@mikro-orm/postgresql";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { callOf } from "../calls/end-call.service.ts";
import { pageRows } from "../voice.rows.ts";
import type { TranscriptRow } from "../voice-tables.ts";
import { foldSpeech } from "../scripts/dialogue.ts";
import type { VoiceContext } from "../voice.context.ts";
import { contentTypes, writeTranscript, type TranscriptFormat } from "./transcript-file.ts";
import type * as types from "./transcripts.types.ts";
import { transcriptOf } from "./write-transcript.service.ts";
import { notFound } from "../../base/gateway.errors.ts";

const maxMarks = 10;

/** The transcript of a call. Throws NOT_FOUND, also for a call without speech so far. */
export function readTranscript(
  ctx: VoiceContext,
  { callId, format = null }: types.CallTranscriptArgs,
): Promise<types.CallTranscript> {
  const read = async (em: EntityManager) => {
    const { language, status, turns } = await ownTranscript(em, ctx, callId);
    const content = format === null ? null : writeTranscript(format, { callId, language, turns });
    return { callId, language, status, turns, content };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** A transcript as a file. Throws NOT_FOUND. */
export function exportTranscript(
  ctx: VoiceContext,
  { callId, format }: { callId: string; format: TranscriptFormat },
): Promise<types.CallTranscriptFile> {
  const read = async (em: EntityManager) => {
    const { language, turns } = await ownTranscript(em, ctx, callId);
    const content = writeTranscript(format, { callId, language, turns });
    const file = { filename: `${callId}.${format}`, contentType: contentTypes[format], encoding: "utf8" };
    return { callId, ...file, size: Buffer.byteLength(content), content };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Calls with these words, newest first, with the matching turns. */
export function searchTranscripts(
  ctx: VoiceContext,
  { query, from = null, to = null, limit, after }: types.TranscriptSearchArgs,
): Promise<types.TranscriptHitPage> {
  const wanted = foldSpeech(query).split(" ");
  const read = async (em: EntityManager) => {
    const { rows, ...page } = await pageRows(em, ctx, "caller_transcripts", {
      where: `(to_tsvector('simple', words) @@ websearch_to_tsquery('simple', $2) OR id IN (
          SELECT c.id FROM caller_calls AS c WHERE c.owner_id = $1 AND ${wordsOfCall} @@ websearch_to_tsquery('simple', $2)))
        AND ($3::timestamptz IS NULL OR created_at >= $3) AND ($4::timestamptz IS NULL OR created_at < $4)`,
      values: [query, from, to],
      list: ["transcripts", query, from, to],
      limit,
      after,
    });
    const hits = rows.map(({ id: callId, createdAt: at, turns }) => ({
      callId,
      at,
      turns: turns.filter(({ text }) => hasWord(text, wanted)).slice(0, maxMarks),
    }));
    return { hits, ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Summary, disposition and notes of a call, as they are indexed. */
const wordsOfCall = `(to_tsvector('simple', coalesce(summary->>'text', '') || ' ' || coalesce(disposition, '') || ' ' || coalesce(disposition_note, ''))
  || jsonb_to_tsvector('simple', notes, '["string"]'))`;

function hasWord(text: string, wanted: readonly string[]): boolean {
  const words = new Set(foldSpeech(text).split(" "));
  return wanted.some((word) => words.has(word));
}

async function ownTranscript(em: EntityManager, ctx: VoiceContext, callId: string): Promise<TranscriptRow> {
  const { id } = await callOf(em, ctx, callId);
  const row = await transcriptOf(em, id);
  if (!row) throw notFound("transcript");
  return row;
}
