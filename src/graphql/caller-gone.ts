import type { ServerResponse } from "node:http";

/** Aborts when whoever asked hangs up before the answer is complete. */
export function endOf(response: ServerResponse): AbortSignal {
  const end = new AbortController();
  response.on("close", () => {
    if (!response.writableFinished) end.abort();
  });
  return end.signal;
}
