import type { FastifyReply, FastifyRequest } from "fastify";

/** The request as the library wants it; its body is handed over parsed beside it. */
export function toWebRequest(request: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === "string") headers.set(name, value);
  }
  return new Request(new URL(request.url, "http://localhost"), {
    method: "POST",
    headers,
    body: JSON.stringify(request.body ?? null),
  });
}

/** Sends the library's answer as ours. */
export async function relay(response: Response, reply: FastifyReply): Promise<FastifyReply> {
  void reply.code(response.status);
  response.headers.forEach((value, name) => {
    if (name !== "content-length") void reply.header(name, value);
  });
  // The library says `no-cache`, which lets a copy be kept.
  void reply.header("cache-control", "no-store, no-transform");
  return reply.send(response.body === null ? null : Buffer.from(await response.arrayBuffer()));
}
