import { createRequire } from "node:module";
import { projectPath } from "../../src/project-root.ts";

/** A request as its application would send it. */
interface CollectionRequest {
  name: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | null;
}

// The readers that the applications themselves use. They are CommonJS.
const require = createRequire(projectPath("packages", "client-generators", "package.json"));

interface PostmanItem {
  name: string;
  request: {
    method: string;
    url: { toString(): string; getRaw(): string };
    headers: { toObject(): Record<string, string> };
    body?: { raw: string };
  };
}

/** The requests of a Postman collection, with its variables and a credential filled in. */
export function requestsOfPostman(document: object, credential: string): CollectionRequest[] {
  const { Collection, Request } = require("postman-collection") as {
    Collection: new (document: object) => {
      variables: { toObject(): Record<string, string> };
      forEachItem(visit: (item: PostmanItem) => void): void;
    };
    Request: new (request: object) => PostmanItem["request"];
  };
  const collection = new Collection(document);
  const variables = { ...collection.variables.toObject(), credential };
  const found: CollectionRequest[] = [];
  collection.forEachItem((item) => {
    const filled = new Request(JSON.parse(fillIn(JSON.stringify(item.request), variables)) as object);
    found.push({
      name: item.name,
      method: filled.method,
      url: filled.url.toString(),
      headers: { ...withoutKey(filled.headers.toObject()), authorization: `Bearer ${credential}` },
      body: filled.body?.raw ?? null,
    });
  });
  return found;
}

interface BrunoItem {
  type: string;
  name: string;
  items?: BrunoItem[];
  request: {
    url: string;
    method: string;
    headers: { name: string; value: string }[];
    params: { name: string; value: string; type: string }[];
    body: { mode: string; json?: string };
    auth: { bearer: { token: string } };
  };
}

/** The requests of a Bruno collection. Throws when Bruno's own schema refuses it. */
export async function requestsOfBruno(
  document: { items: BrunoItem[]; environments: { variables: { name: string; value: string }[] }[] },
  credential: string,
): Promise<CollectionRequest[]> {
  const { collectionSchema } = require("@usebruno/schema") as {
    collectionSchema: { validate(collection: object): Promise<unknown> };
  };
  await collectionSchema.validate(withIds(document) as object);
  const [environment] = document.environments;
  const known = environment!.variables.map(({ name, value }): [string, string] => [name, value]);
  const variables = { ...Object.fromEntries(known), credential };
  return document.items
    .flatMap(({ items = [] }) => items)
    .map((item) => {
      const { url, method, headers, params, body, auth } = item.request;
      const filled = params
        .filter(({ type }) => type === "path")
        .reduce((text, { name, value }) => text.replace(`:${name}`, value), fillIn(url, variables));
      return {
        name: item.name,
        method,
        url: filled,
        headers: {
          ...withoutKey(Object.fromEntries(headers.map(({ name, value }) => [name, value]))),
          ...(body.mode === "json" ? { "content-type": "application/json" } : {}),
          authorization: `Bearer ${fillIn(auth.bearer.token, variables)}`,
        },
        body: body.json ?? null,
      };
    });
}

/** Bruno gives its objects IDs when it imports them. */
function withIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withIds);
  if (typeof value !== "object" || value === null) return value;
  const own = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withIds(inner)]));
  return "name" in own ? { uid: "a".repeat(21), ...own } : own;
}

function fillIn(text: string, variables: Record<string, string>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (match, name: string) => variables[name] ?? match);
}

/** The applications make up a new key for each request. */
function withoutKey({ "idempotency-key": _key, ...headers }: Record<string, string>): Record<string, string> {
  return headers;
}

/** Sends the requests one after the other. */
export async function sendAll(requests: readonly CollectionRequest[]) {
  const outcomes: { name: string; status: number; url: string }[] = [];
  for (const { name, method, url, headers, body } of requests) {
    const { status } = await fetch(url, { method, headers, ...(body === null ? {} : { body }) });
    outcomes.push({ name, status, url });
  }
  return outcomes;
}
