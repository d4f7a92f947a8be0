import type { OperationArea } from "./operation.ts";

export const sourcesOperations: OperationArea = {
  area: "sources",
  title: "Data sources",
  operations: [
    {
      name: "DataSourcesStatus",
      field: "query.dataSourcesStatus",
      documented: true,
      family: "bare",
      rest: { method: "GET", path: "/v1/data-sources/status" },
      tool: { name: "get_data_sources_status" },
    },
    {
      name: "SourceSyncRuns",
      field: "query.sourceSyncRuns",
      documented: false,
      family: "bare",
      rest: { method: "GET", path: "/v1/data-sources/{sourceId}/runs" },
      tool: { name: "list_source_sync_runs" },
    },
    {
      name: "SourceSyncRun",
      field: "query.sourceSyncRun",
      documented: false,
      family: "bare",
      rest: { method: "GET", path: "/v1/data-source-runs/{runId}" },
      tool: { name: "get_source_sync_run" },
    },
    {
      name: "StartSourceSync",
      field: "mutation.startSourceSync",
      documented: false,
      family: "bare",
      rest: { method: "POST", path: "/v1/data-sources/{sourceId}/sync", status: 202 },
      tool: {
        name: "start_source_sync",
        idempotent: true,
        job: {
          id: "runId",
          readWith: "get_source_sync_run",
          argument: "runId",
          state: "run.status",
          done: ["published", "unchanged"],
          failed: ["held", "failed"],
        },
      },
    },
  ],
};
