import type { CallContext } from "../../src/context.ts";
import { DomainError } from "../../src/errors.ts";
import type { JobDoor } from "../operations/operation.ts";
import type { ToolCatalogue } from "./catalogue.ts";
import type { ToolEntry, ToolResult } from "./tool.types.ts";

/** Dependencies for reading the state of a tool's background work. */
export interface JobReading {
  catalogue: ToolCatalogue;
  run(entry: ToolEntry, args: Record<string, unknown>, call: CallContext): Promise<ToolResult>;
}

export interface Job {
  jobId: string;
  status: "working" | "completed" | "failed";
  /** The state in the words of the thing itself. */
  state: string;
  /** The result of the reading tool. */
  result: unknown;
}

/** A job is identified by the tool that started it and the id of the object it created; no state is stored here. */
export const jobIdPattern = "^[a-z0-9_]{1,80}:[A-Za-z0-9_.-]{1,100}$";

/** The job that a tool's answer is about; null for a tool whose work is done when it answers. */
export function jobIdOf({ operation, tool }: ToolEntry, body: unknown): string | null {
  const job = operation.row.tool!.job;
  const id = job ? valueAt(body, job.id) : undefined;
  return typeof id === "string" ? `${tool.name}:${id}` : null;
}

/**
 * The progress of a job, as its reading tool reports it to this principal. Throws NOT_FOUND for an invalid job
 * id, and every refusal of the reading tool.
 */
export async function findJob(
  { catalogue, run }: JobReading,
  jobId: string,
  call: CallContext,
): Promise<Job> {
  const [name = "", id = ""] = jobId.split(":");
  const job = catalogue.get(name)?.operation.row.tool!.job;
  const reader = job && catalogue.get(job.readWith);
  if (!job || !reader) throw new DomainError("NOT_FOUND", "Job not found. Check the job ID.");
  const read = await run(reader, { [job.argument]: id }, call);
  if (!read.ok)
    throw new DomainError(read.error.code, read.error.error, read.error.details, {
      status: read.error.status,
    });
  const state = String(valueAt(read.body, job.state));
  return { jobId, status: statusOf(job, state), state, result: read.body };
}

function statusOf({ done, failed }: JobDoor, state: string): Job["status"] {
  if (done.includes(state)) return "completed";
  return failed.includes(state) ? "failed" : "working";
}

function valueAt(value: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | null | undefined)?.[name], value);
}
