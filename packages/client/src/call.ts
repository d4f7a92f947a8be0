import type { ClientOptions, RequestOptions } from "./options.ts";
import { followPages, type PageRule } from "./paging.ts";
import { send } from "./send.ts";

type Input = Readonly<Record<string, unknown>>;

/** What the text of a call says: `GET /invoices app items=invoices by=after`. */
interface Call {
  method: string;
  path: string;
  needsApp: boolean;
  isWrite: boolean;
  query: readonly string[];
  paging: PageRule | null;
}

function readCall(text: string): Call {
  const [method, path, ...marks] = text.split(" ") as [string, string, ...string[]];
  const valueOf = (name: string) => marks.find((mark) => mark.startsWith(`${name}=`))?.slice(name.length + 1);
  const items = valueOf("items");
  return {
    method,
    path,
    needsApp: marks.includes("app"),
    isWrite: marks.includes("write"),
    query: valueOf("query")?.split(",") ?? [],
    paging: items === undefined ? null : { items, by: valueOf("by") as PageRule["by"] },
  };
}

/** A client with a method for each call. Generated modules give their methods types. */
export function createClient(
  app: string,
  calls: Readonly<Record<string, string>>,
  options: ClientOptions,
): Record<string, Run> {
  const appId = options.appId ?? app;
  const methods = Object.entries(calls).map(([name, text]) => {
    const call = readCall(text);
    const run = (input?: Input, request?: RequestOptions) =>
      runCall(options, { call, appId, input }, request);
    return [name, call.paging ? listMethod(call.paging, run) : run] as const;
  });
  return Object.fromEntries(methods);
}

type Run = (input?: Input, request?: RequestOptions) => Promise<unknown>;

function listMethod(rule: PageRule, run: Run): Run {
  return (input, request) =>
    followPages(rule, input ?? {}, (next) => run(next, request) as Promise<Record<string, unknown>>);
}

async function runCall(
  options: ClientOptions,
  { call, appId, input = {} }: { call: Call; appId: string; input: Input | undefined },
  request?: RequestOptions,
): Promise<unknown> {
  const { method, path, needsApp, isWrite, query } = call;
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const value = rest.get(name);
    if (value === undefined || value === "") throw new TypeError(`${name} is required.`);
    rest.delete(name);
    return encodeURIComponent(String(value));
  });
  const hasBody = method !== "GET" && method !== "DELETE";
  const search = new URLSearchParams();
  for (const [name, value] of rest) {
    if (hasBody && !query.includes(name)) continue;
    rest.delete(name);
    if (value !== null) search.append(name, Array.isArray(value) ? value.join(",") : String(value));
  }
  const { size } = search;
  const { body } = await send(
    options,
    {
      method,
      path: size > 0 ? `${filled}?${search}` : filled,
      ...(hasBody ? { body: Object.fromEntries(rest) } : {}),
      headers: needsApp ? { "x-app-id": appId } : {},
      isWrite,
    },
    request,
  );
  return body;
}
