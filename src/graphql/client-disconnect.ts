import type { ServerResponse } from "node:http";

/** Aborts when the client disconnects before the response is complete. */
export function endOf(response: ServerResponse): AbortSignal {
  const end = new AbortController();
  response.on("close", () => {
    if (!response.writableFinished) end.abort();
  });
  return end.signal;
}
