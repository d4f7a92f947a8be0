import type { HttpCall, SampleHeader } from "./http-call.ts";

/** The call as a line for a POSIX shell. */
export function asCurl({ method, url, headers, body, isRepeatable }: HttpCall): string {
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quote(url)}`,
    ...headers.map((header) => `-H ${quoteHeader(header)}`),
    ...(isRepeatable ? [`-H "idempotency-key: $(date +%s)-$$"`] : []),
    ...(body === undefined
      ? []
      : [`-H 'content-type: application/json'`, `-d ${quote(JSON.stringify(body))}`]),
  ];
  return lines.join(" \\\n  ");
}

/** Quotes a text as one shell word. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function quoteHeader({ name, value }: SampleHeader): string {
  if (typeof value === "string") return quote(`${name}: ${value}`);
  return `"${name}: ${value.prefix}$${value.variable}"`;
}
