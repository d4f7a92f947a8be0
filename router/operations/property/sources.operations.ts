import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

export const sourcesOperations: AreaDefinition<CentralGroup> = {
  area: "sources",
  title: "Data sources",
  group: "data-sources",
  operations: [
    {
      name: "DataSourcesStatus",
      field: "query.dataSourcesStatus",
      documented: true,
      rest: { method: "GET", path: "/v1/data-sources/status" },
      tool: { name: "get_data_sources_status", keywords: ["building data up to date fresh"] },
    },
    {
      name: "SourceSyncRuns",
      field: "query.sourceSyncRuns",
      rest: { method: "GET", path: "/v1/data-sources/{sourceId}/runs" },
      tool: { name: "list_source_sync_runs", keywords: ["history of building data imports"] },
    },
    {
      name: "SourceSyncRun",
      field: "query.sourceSyncRun",
      rest: { method: "GET", path: "/v1/data-source-runs/{runId}" },
      tool: { name: "get_source_sync_run", keywords: ["import of building data progress errors"] },
    },
    {
      name: "StartSourceSync",
      field: "mutation.startSourceSync",
      rest: { method: "POST", path: "/v1/data-sources/{sourceId}/sync", status: 202 },
      tool: {
        name: "start_source_sync",
        keywords: ["refresh building data from the city now"],
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
