import type { HttpCall, SampleHeader } from "./http-call.ts";

/** The call as a line for a POSIX shell. */
export function asCurl({ method, url, headers, body, isRepeatable, signingSecret }: HttpCall): string {
  const json = body === undefined ? null : quote(JSON.stringify(body));
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quote(url)}`,
    ...headers.map((header) => `-H ${quoteHeader(header)}`),
    ...(isRepeatable ? [`-H "idempotency-key: $(date +%s)-$$"`] : []),
    ...(json === null
      ? []
      : [`-H 'content-type: application/json'`, `-d ${signingSecret === undefined ? json : '"$BODY"'}`]),
  ];
  const signing =
    json === null || signingSecret === undefined
      ? []
      : [
          `BODY=${json}`,
          "NOW=$(date +%s)",
          `MAC=$(printf '%s.%s' "$NOW" "$BODY" | openssl dgst -sha256 -hmac ${quote(signingSecret)} -r | cut -d' ' -f1)`,
          'SIGNATURE="t=$NOW,v1=$MAC"',
        ];
  return [...signing, lines.join(" \\\n  ")].join("\n");
}

/** Quotes a text as one shell word. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function quoteHeader({ name, value }: SampleHeader): string {
  if (typeof value === "string") return quote(`${name}: ${value}`);
  return `"${name}: ${value.prefix}$${value.variable}"`;
}
