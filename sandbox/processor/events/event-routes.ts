import { listPage, listParams } from "../lists.ts";
import type { ProcessorRoutes } from "../processor-context.ts";

/** `/v1/events`: all events, newest first. */
export const eventRoutes: ProcessorRoutes = (scope, { state }) => {
  scope.get("/v1/events", ({ input }) => {
    input.allow(...listParams, "type", "types");
    const type = input.string("type");
    const types = new Set([...input.strings("types"), ...(type === null ? [] : [type])]);
    const isWanted = (event: { type: string }) => types.size === 0 || types.has(event.type);
    return listPage(input, state.list("event", isWanted), "/v1/events");
  });
  scope.get("/v1/events/:event", ({ params }) => state.require("event", params["event"]!));
};
