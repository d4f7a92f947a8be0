import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

export const backgroundJobsOperations: AreaDefinition<CentralGroup> = {
  area: "background-jobs",
  title: "Background jobs, for administrators",
  family: "success",
  pathPrefix: "/admin",
  group: "background-jobs",
  operations: [
    {
      name: "JobQueues",
      field: "query.jobQueues",
      rest: { method: "GET", path: "/job-queues" },
      tool: { name: "list_job_queues", keywords: ["backlog depth workers stuck scheduled tasks"] },
      panel: { page: "/admin/job-queues", title: "Job queues" },
    },
    {
      name: "RetryDeadLetters",
      field: "mutation.retryDeadLetters",
      rest: { method: "POST", path: "/job-queues/{queue}/retry-dead-letters" },
      tool: {
        name: "retry_dead_letters",
        keywords: ["run all failed tasks of a queue again"],
        example: { queue: "housekeeping", limit: 10 },
        openWorld: true,
      },
      panel: { page: "/admin/job-queues", title: "Retry dead letters" },
    },
    {
      name: "DeadLetters",
      field: "query.deadLetters",
      rest: { method: "GET", path: "/dead-letters" },
      tool: { name: "list_dead_letters", keywords: ["failed tasks errors of background work"] },
      panel: { page: "/admin/dead-letters", title: "Dead letters" },
    },
    {
      name: "DeadLetter",
      field: "query.deadLetter",
      bodyKey: "deadLetter",
      rest: { method: "GET", path: "/dead-letters/{jobId}" },
      tool: { name: "get_dead_letter", keywords: ["why did a task fail"] },
      panel: { page: "/admin/dead-letters", title: "Dead letter" },
    },
    {
      name: "RetryDeadLetter",
      field: "mutation.retryDeadLetter",
      rest: { method: "POST", path: "/dead-letters/{jobId}/retry" },
      tool: {
        name: "retry_dead_letter",
        keywords: ["run failed task again"],
        idempotent: true,
        openWorld: true,
      },
      panel: { page: "/admin/dead-letters", title: "Retry a dead letter" },
    },
    {
      name: "DiscardDeadLetter",
      field: "mutation.discardDeadLetter",
      rest: { method: "DELETE", path: "/dead-letters/{jobId}" },
      tool: {
        name: "discard_dead_letter",
        keywords: ["drop failed task"],
        destructive: true,
        idempotent: true,
      },
      panel: { page: "/admin/dead-letters", title: "Discard a dead letter" },
    },
  ],
};
