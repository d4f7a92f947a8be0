import type { CustomFetch } from "openid-client";

/** Most bytes of an answer: metadata and tokens are far below. */
const maxAnswerBytes = 256 * 1024;

/** Words of servers that say it in a 200, by the word of the standard (RFC 6749 5.2). */
const standardWords: Record<string, string> = {
  bad_verification_code: "invalid_grant",
  bad_refresh_token: "invalid_grant",
  invalid_code: "invalid_grant",
  code_already_used: "invalid_grant",
  invalid_refresh_token: "invalid_grant",
  token_expired: "invalid_grant",
  token_revoked: "invalid_grant",
  incorrect_client_credentials: "invalid_client",
  bad_client_secret: "invalid_client",
};

/**
 * The platform's `fetch` for authorization servers: an answer is read up to its bound, and one that reports an error with
 * status 200, as some services do, becomes the 400 of the standard.
 */
export const oauthFetch: CustomFetch = async (url, options) => {
  const response = await fetch(url, options as RequestInit);
  const text = await readBounded(response);
  const { status, headers } = response;
  const error = status === 200 ? errorWord(text) : null;
  if (error !== null) return Response.json({ error: standardWord(error) }, { status: 400 });
  const isBare = text === "" || status === 204 || status === 304;
  return new Response(isBare ? null : text, { status, headers: plain(headers) });
};

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxAnswerBytes) throw new TypeError("The response is too large.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** The error that a successful answer reports; null for one that reports none. */
function errorWord(text: string): string | null {
  if (!text.startsWith("{") || !text.includes('"error"')) return null;
  try {
    const { error, access_token } = JSON.parse(text) as Record<string, unknown>;
    return typeof error === "string" && access_token === undefined ? error : null;
  } catch {
    return null;
  }
}

/** Drops headers that describe the bytes on the wire and not the decoded text. */
function plain(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of ["content-encoding", "content-length", "transfer-encoding"]) kept.delete(name);
  return kept;
}

function standardWord(error: string): string {
  return Object.hasOwn(standardWords, error) ? standardWords[error]! : error;
}
