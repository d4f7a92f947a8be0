import type { HttpCall, SampleHeader } from "./http-call.ts";

/** The request as a PHP 8 program with the curl extension. */
export function asPhp({ method, url, headers, body, isRepeatable }: HttpCall): string {
  const lines = [
    ...headers.map(headerOf),
    ...(isRepeatable ? [`'idempotency-key: ' . bin2hex(random_bytes(16)),`] : []),
    ...(body === undefined ? [] : [`'content-type: application/json',`]),
  ];
  return [
    `<?php`,
    ``,
    `$curl = curl_init(${quotePhp(url)});`,
    `curl_setopt_array($curl, [`,
    `    CURLOPT_CUSTOMREQUEST => ${quotePhp(method)},`,
    ...(lines.length > 0
      ? [`    CURLOPT_HTTPHEADER => [`, ...lines.map((line) => `        ${line}`), `    ],`]
      : []),
    ...(body === undefined ? [] : [`    CURLOPT_POSTFIELDS => json_encode(${phpValue(body, 1)}),`]),
    `    CURLOPT_RETURNTRANSFER => true,`,
    `]);`,
    `$text = curl_exec($curl);`,
    `if ($text === false) {`,
    `    exit(curl_error($curl) . "\\n");`,
    `}`,
    `echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), ' ', $text, "\\n";`,
    ``,
  ].join("\n");
}

function headerOf({ name, value }: SampleHeader): string {
  if (typeof value === "string") return `${quotePhp(`${name}: ${value}`)},`;
  return `${quotePhp(`${name}: ${value.prefix}`)} . getenv(${quotePhp(value.variable)}),`;
}

/** A single-quoted string, in which PHP replaces nothing. */
function quotePhp(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

/** A JSON value in PHP's words, which `json_encode` turns back into the same value. */
export function phpValue(value: unknown, depth = 0): string {
  if (value === null || value === undefined) return "null";
  if (typeof value === "string") return quotePhp(value);
  if (typeof value !== "object") return JSON.stringify(value);
  const pad = "    ".repeat(depth + 1);
  const end = `\n${"    ".repeat(depth)}`;
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]";
    return `[\n${value.map((item) => `${pad}${phpValue(item, depth + 1)},`).join("\n")}${end}]`;
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return "new stdClass()";
  const lines = entries.map(([key, item]) => `${pad}${quotePhp(key)} => ${phpValue(item, depth + 1)},`);
  // An array with the keys 0, 1, … would become a list.
  const cast = entries.some(([key]) => /^\d+$/.test(key)) ? "(object) " : "";
  return `${cast}[\n${lines.join("\n")}${end}]`;
}
