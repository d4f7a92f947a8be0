import { SectionPage } from "./section-page.tsx";
import type { Section } from "./section.types.ts";
import { TrailCheckPanel } from "./trail-check-panel.tsx";

const sections: readonly Section[] = [
  {
    path: "/admin/processor-events",
    title: "Processor events",
    intro: "Events that the payment processor has sent, newest first.",
    list: "ListProcessorEvents",
    rows: "events",
    filters: [
      {
        name: "status",
        label: "Status",
        kind: "choice",
        choices: ["received", "processed", "ignored", "queued", "failed", "dead"],
      },
      { name: "type", label: "Type", kind: "text" },
    ],
    paging: "cursor",
    key: "eventId",
    columns: [
      { name: "Event", field: "eventId" },
      { name: "Type", field: "type" },
      { name: "Status", field: "status" },
      { name: "Attempts", field: "attempts", isNumber: true },
      { name: "Last error", field: "lastError" },
      { name: "Received", field: "receivedAt" },
    ],
    actions: [
      {
        name: "Run again",
        operation: "ReplayProcessorEvent",
        words: "The event is run with the processor's current data, whatever its earlier outcome.",
        keys: { eventId: "eventId" },
      },
    ],
  },
  {
    path: "/admin/job-queues",
    title: "Job queues",
    intro: "Background jobs by queue. A dead letter is a job whose last attempt failed.",
    list: "JobQueues",
    rows: "queues",
    key: "queue",
    columns: [
      { name: "Queue", field: "queue" },
      { name: "Waiting", field: "waiting", isNumber: true },
      { name: "Retrying", field: "retrying", isNumber: true },
      { name: "Running", field: "running", isNumber: true },
      { name: "Dead", field: "dead", isNumber: true },
      { name: "Oldest since", field: "oldestDueAt" },
      { name: "Schedule", field: "schedule" },
    ],
    actions: [
      {
        name: "Retry dead letters",
        operation: "RetryDeadLetters",
        isFor: (row) => Number(row["dead"]) > 0,
        words: "Each gets one more attempt, the newest first.",
        fields: [
          { name: "limit", label: "Maximum number", kind: "number", isRequired: true, initial: "100" },
        ],
        keys: { queue: "queue" },
      },
    ],
  },
  {
    path: "/admin/dead-letters",
    title: "Dead letters",
    intro:
      "Jobs whose last attempt failed. Their payloads are not shown; the log has each attempt by its job ID.",
    list: "DeadLetters",
    rows: "deadLetters",
    filters: [{ name: "queue", label: "Queue", kind: "text" }],
    paging: "after",
    key: "jobId",
    columns: [
      { name: "Job", field: "jobId" },
      { name: "Queue", field: "queue" },
      { name: "Error", field: "errorName" },
      { name: "Code", field: "errorCode" },
      { name: "Attempts", field: "attempts", isNumber: true },
      { name: "Failed", field: "failedAt" },
    ],
    detail: { operation: "DeadLetter", argument: "jobId" },
    actions: [
      {
        name: "Retry",
        operation: "RetryDeadLetter",
        words: "The job gets one more attempt.",
        keys: { jobId: "jobId" },
      },
      {
        name: "Discard",
        operation: "DiscardDeadLetter",
        isDangerous: true,
        words: "The job is deleted and never runs.",
        keys: { jobId: "jobId" },
      },
    ],
  },
  {
    path: "/admin/audit-logs",
    title: "Audit trail",
    intro:
      "Who changed what, newest first. Entries are chained: a removed or changed one is found by the check.",
    list: "AuditLogs",
    rows: "auditLogs",
    filters: [
      { name: "actor", label: "Actor", kind: "text" },
      { name: "action", label: "Action", kind: "text" },
      { name: "target", label: "Target", kind: "text" },
    ],
    paging: "cursor",
    key: "id",
    columns: [
      { name: "Entry", field: "id" },
      { name: "Time", field: "at" },
      { name: "Actor", field: "actor.id" },
      { name: "Action", field: "action" },
      { name: "Target", field: "target.id" },
      { name: "Outcome", field: "outcome" },
    ],
    footer: TrailCheckPanel,
  },
];

/** Events, jobs and the audit trail, for administrators. */
export function Page() {
  return <SectionPage sections={sections} />;
}
