import { ProtocolError, ProtocolErrorCode, type Server } from "@modelcontextprotocol/server";
import type { CallContext } from "../../src/context.ts";
import type { ToolDoor } from "../tools/door.ts";
import { listApps } from "../tools/list-apps.ts";

const scheme = "catalogue://";

/** Offers the catalogue of each app as a document: its toolsets and, one line each, its tools. */
export function offerResources(server: Server, { catalogue }: ToolDoor, call: CallContext): void {
  server.setRequestHandler("resources/list", () => ({
    resources: listApps(catalogue, call).map(({ appId, tools }) => ({
      uri: scheme + appId,
      name: `catalogue-${appId}`,
      title: `Tools of ${appId}`,
      description: `The ${tools} tools of ${appId} that this credential may call.`,
      mimeType: "application/json",
    })),
  }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [
      {
        uriTemplate: `${scheme}{appId}`,
        name: "catalogue",
        title: "Tools of an app",
        description: "What an app can do for this credential.",
        mimeType: "application/json",
      },
    ],
  }));
  server.setRequestHandler("resources/read", ({ params: { uri } }) => {
    const appId = uri.startsWith(scheme) ? uri.slice(scheme.length) : "";
    const app = listApps(catalogue, call).find((candidate) => candidate.appId === appId);
    if (!app)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Resource not found: ${uri.slice(0, 200)}`, {
        uri,
      });
    const tools = catalogue
      .visibleTo(call)
      .filter((entry) => entry.app === appId)
      .map(({ tool, toolset }) => ({ name: tool.name, toolset, description: tool.description }));
    const text = JSON.stringify({ ...app, tools });
    return { contents: [{ uri, mimeType: "application/json", text }] };
  });
}
