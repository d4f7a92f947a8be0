import type { HttpCall, SampleHeader } from "./http-call.ts";

/** The request as a Go program that uses only the standard library. */
export function asGo({ method, url, headers, body, isRepeatable }: HttpCall): string {
  const isSecret = headers.some(({ value }) => typeof value !== "string");
  const imports = [
    "fmt",
    "io",
    "log",
    "net/http",
    ...(isSecret ? ["os"] : []),
    ...(isRepeatable ? ["strconv"] : []),
    ...(body === undefined ? [] : ["strings"]),
    ...(isRepeatable ? ["time"] : []),
  ];
  const set = (name: string, value: string) => `\trequest.Header.Set(${quoteGo(name)}, ${value})`;
  return [
    `package main`,
    ``,
    `import (`,
    ...imports.map((name) => `\t"${name}"`),
    `)`,
    ``,
    `func main() {`,
    ...(body === undefined ? [] : [`\tbody := strings.NewReader(${quoteGo(JSON.stringify(body, null, 2))})`]),
    `\trequest, err := http.NewRequest(${quoteGo(method)}, ${quoteGo(url)}, ${body === undefined ? "nil" : "body"})`,
    `\tif err != nil {`,
    `\t\tlog.Fatal(err)`,
    `\t}`,
    ...headers.map((header) => set(header.name, valueOf(header))),
    ...(isRepeatable ? [set("idempotency-key", `strconv.FormatInt(time.Now().UnixNano(), 36)`)] : []),
    ...(body === undefined ? [] : [set("content-type", quoteGo("application/json"))]),
    `\tresponse, err := http.DefaultClient.Do(request)`,
    `\tif err != nil {`,
    `\t\tlog.Fatal(err)`,
    `\t}`,
    `\tdefer response.Body.Close()`,
    `\ttext, err := io.ReadAll(response.Body)`,
    `\tif err != nil {`,
    `\t\tlog.Fatal(err)`,
    `\t}`,
    `\tfmt.Println(response.StatusCode, string(text))`,
    `}`,
    ``,
  ].join("\n");
}

function valueOf({ value }: SampleHeader): string {
  if (typeof value === "string") return quoteGo(value);
  const variable = `os.Getenv(${quoteGo(value.variable)})`;
  return value.prefix === "" ? variable : `${quoteGo(value.prefix)}+${variable}`;
}

/**
 * A string of Go: raw for several lines, otherwise quoted. A quoted string of JSON is one of Go too. A byte order mark may
 * stand in neither.
 */
export function quoteGo(text: string): string {
  const isRaw = text.includes("\n") && !/[`\r\0\ufeff]/.test(text);
  return isRaw ? `\`${text}\`` : JSON.stringify(text).replaceAll("\ufeff", "\\ufeff");
}
