import type { EntityManager } from "@mikro-orm/postgresql";
import { newToken } from "../../../../src/ids.ts";
import { hashToken } from "../../base/page-token.ts";
import type { VoiceContext } from "../voice.context.ts";
import { updateRow } from "../voice.rows.ts";
import type { CallRow } from "../voice-tables.ts";
import { carrierUrl, streamUrl } from "../calls/carrier-urls.ts";
import { connectStream } from "../calls/twiml.ts";

/** True where the call is to use a stream: its agent wants one, there is speech, and no stream was lost. */
export function mayStream({ ports }: VoiceContext, { plan, stream }: CallRow): boolean {
  return (
    plan.transport === "stream" && ports.voice.hasStreams && (stream === null || stream.status === "offered")
  );
}

/** Has the carrier open a stream of a locked call, with a new token; an earlier one is no longer valid. */
export async function offerStream(
  em: EntityManager,
  { publicUrl }: VoiceContext,
  { id }: CallRow,
  recordingUrl: string | null,
): Promise<string> {
  const token = newToken(32);
  const stream = { tokenHash: hashToken(token), status: "offered" as const, streamSid: null };
  await updateRow(em, "caller_calls", id, { stream });
  const nextUrl = carrierUrl(publicUrl, "streamed", id);
  return connectStream({ url: streamUrl(publicUrl, id), token, nextUrl, recordingUrl });
}
