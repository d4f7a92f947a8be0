import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

export const requestsOperations: AreaDefinition<CentralGroup> = {
  area: "requests",
  title: "Requests of an account",
  group: "request-log",
  operations: [
    {
      name: "ListRequests",
      field: "query.requests",
      rest: { method: "GET", path: "/requests" },
      panel: { page: "/requests", title: "Requests" },
      tool: { name: "list_requests", keywords: ["request log logs api calls errors history debug failed"] },
    },
    {
      name: "GetRequest",
      field: "query.request",
      rest: { method: "GET", path: "/requests/{requestId}" },
      panel: { page: "/requests", title: "Request" },
      tool: {
        name: "get_request",
        keywords: ["why did my call fail find by request id x-request-id log"],
        example: { requestId: "req_01jd3m8w2k5p7q9r1s3t5v7x9z" },
      },
    },
  ],
};
