import { byFolder, type CollectionRequest } from "./collection-request.ts";

/**
 * A collection for Bruno, in the form of its own export. The environment `platform` has the variables `baseUrl` and
 * `credential`.
 */
export function brunoCollection(
  app: string,
  requests: readonly CollectionRequest[],
  baseUrl: string,
): Record<string, unknown> {
  const variable = (name: string, value: string, secret: boolean) => ({
    name,
    value,
    enabled: true,
    secret,
    type: "text",
  });
  return {
    name: `Hub platform ${app}`,
    version: "1",
    items: byFolder(requests).map(([name, members]) => ({
      type: "folder",
      name,
      items: members.map((request, index) => itemOf(request, index + 1)),
    })),
    environments: [
      {
        name: "platform",
        variables: [variable("baseUrl", baseUrl, false), variable("credential", "", true)],
      },
    ],
  };
}

function itemOf(
  { name, method, path, description, pathValues, query, headers, body }: CollectionRequest,
  seq: number,
): Record<string, unknown> {
  const search = query.map((one) => `${one.name}=${encodeURIComponent(one.value)}`).join("&");
  const entry = (one: { name: string; value: string }) => ({ ...one, enabled: true });
  return {
    type: "http-request",
    name,
    seq,
    request: {
      url: `{{baseUrl}}${path.replaceAll(/\{(\w+)\}/g, ":$1")}${search === "" ? "" : `?${search}`}`,
      method,
      headers: [{ name: "accept", value: "application/json" }, ...headers].map(entry),
      params: [
        ...query.map((one) => ({ ...entry(one), type: "query" })),
        ...pathValues.map((one) => ({ ...entry(one), type: "path" })),
      ],
      body: body === null ? { mode: "none" } : { mode: "json", json: body },
      auth: { mode: "bearer", bearer: { token: "{{credential}}" } },
      docs: description,
    },
  };
}
