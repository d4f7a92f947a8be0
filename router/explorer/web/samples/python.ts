import type { HttpCall, SampleHeader } from "./http-call.ts";

/** The request as a Python 3 program that uses only the standard library. */
export function asPython({ method, url, headers, body, isRepeatable }: HttpCall): string {
  const isSecret = headers.some(({ value }) => typeof value !== "string");
  const imports = [
    ...(body === undefined ? [] : ["json"]),
    ...(isSecret ? ["os"] : []),
    "urllib.error",
    "urllib.request",
    ...(isRepeatable ? ["uuid"] : []),
  ];
  const entries = [
    ...headers.map((header) => `${literal(header.name)}: ${valueOf(header)},`),
    ...(isRepeatable ? [`"idempotency-key": str(uuid.uuid4()),`] : []),
    ...(body === undefined ? [] : [`"content-type": "application/json",`]),
  ];
  return [
    ...imports.map((name) => `import ${name}`),
    ``,
    `request = urllib.request.Request(`,
    `    ${literal(url)},`,
    `    method=${literal(method)},`,
    ...(entries.length > 0 ? [`    headers={`, ...entries.map((line) => `        ${line}`), `    },`] : []),
    ...(body === undefined ? [] : [`    data=json.dumps(${literal(body, 1)}).encode(),`]),
    `)`,
    `try:`,
    `    with urllib.request.urlopen(request) as response:`,
    `        print(response.status, response.read().decode())`,
    `except urllib.error.HTTPError as error:`,
    `    print(error.code, error.read().decode())`,
    ``,
  ].join("\n");
}

function valueOf({ value }: SampleHeader): string {
  if (typeof value === "string") return literal(value);
  const variable = `os.environ[${literal(value.variable)}]`;
  return value.prefix === "" ? variable : `${literal(value.prefix)} + ${variable}`;
}

/** A JSON value in Python's words. A string of JSON is one of Python too, but for lone surrogates, which no input has. */
export function literal(value: unknown, depth = 0): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const pad = "    ".repeat(depth + 1);
  const end = `\n${"    ".repeat(depth)}`;
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]";
    return `[\n${value.map((item) => `${pad}${literal(item, depth + 1)},`).join("\n")}${end}]`;
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return "{}";
  const lines = entries.map(([key, item]) => `${pad}${literal(key)}: ${literal(item, depth + 1)},`);
  return `{\n${lines.join("\n")}${end}}`;
}
