import { byFolder, type CollectionRequest } from "./collection-request.ts";

/** A collection for Postman in its format 2.1. The variables `baseUrl` and `credential` apply to all requests. */
export function postmanCollection(
  app: string,
  requests: readonly CollectionRequest[],
  baseUrl: string,
): Record<string, unknown> {
  return {
    info: {
      name: `Hub platform: ${app}`,
      description: "Set the variable `credential` to an API key or an access token.",
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    auth: { type: "bearer", bearer: [{ key: "token", value: "{{credential}}", type: "string" }] },
    variable: [
      { key: "baseUrl", value: baseUrl, type: "string" },
      { key: "credential", value: "", type: "string" },
    ],
    item: byFolder(requests).map(([name, members]) => ({ name, item: members.map(itemOf) })),
  };
}

function itemOf(request: CollectionRequest): Record<string, unknown> {
  const { name, method, path, description, pathValues, query, headers, body } = request;
  const segments = path.replaceAll(/\{(\w+)\}/g, ":$1");
  const search = query.map(({ name: key, value }) => `${key}=${encodeURIComponent(value)}`).join("&");
  return {
    name,
    request: {
      method,
      description,
      header: [
        { key: "accept", value: "application/json" },
        ...(body === null ? [] : [{ key: "content-type", value: "application/json" }]),
        ...headers.map(({ name: key, value }) => ({ key, value })),
      ],
      url: {
        raw: `{{baseUrl}}${segments}${search === "" ? "" : `?${search}`}`,
        host: ["{{baseUrl}}"],
        path: segments.split("/").slice(1),
        ...(query.length > 0 ? { query: query.map(({ name: key, value }) => ({ key, value })) } : {}),
        ...(pathValues.length > 0
          ? { variable: pathValues.map(({ name: key, value }) => ({ key, value })) }
          : {}),
      },
      ...(body === null ? {} : { body: { mode: "raw", raw: body, options: { raw: { language: "json" } } } }),
    },
  };
}
