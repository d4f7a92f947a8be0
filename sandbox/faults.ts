import { z } from "zod";

/**
 * A vendor's faults until changed. They combine in this order: it is slow, then drops, otherwise responds
 * wrongly.
 */
export const faultsSchema = z.strictObject({
  /** Waits this long before anything else. */
  latencyMs: z.int().min(0).max(600_000).optional(),
  /** Answers with this status instead of doing the work. */
  status: z.int().min(200).max(599).optional(),
  /** The share of requests whose connection is cut without an answer, 0 to 1. */
  dropRate: z.number().min(0).max(1).optional(),
  /** Responds with a body that does not match its content type. */
  malformed: z.boolean().optional(),
  /**
   * Responds with status 200 and wrong content: an HTML page; or, for protocols that support it (`opendata`),
   * an error, half of the body, or renamed columns.
   */
  answer: z.enum(["html", "error", "half", "columns"]).optional(),
  /** Affects only requests whose path below the vendor starts with this. */
  path: z.string().min(1).max(200).optional(),
  /** Affects only this number of next requests; without it all, until the faults are cleared. */
  times: z.int().min(1).max(1_000_000).optional(),
});
export type Faults = z.infer<typeof faultsSchema>;

/** The fault for one request. */
export interface FaultVerdict {
  latencyMs: number;
  outcome:
    | { kind: "none" }
    | { kind: "drop" }
    | { kind: "malformed"; status: number }
    | { kind: "answer"; as: NonNullable<Faults["answer"]> }
    | { kind: "status"; status: number };
}

const noFault: FaultVerdict = { latencyMs: 0, outcome: { kind: "none" } };

/** The faults set for one vendor. */
export class FaultPlan {
  #faults: Faults | null = null;
  #remaining = Infinity;

  set(faults: Faults): void {
    this.#faults = faults;
    this.#remaining = faults.times ?? Infinity;
  }

  clear(): void {
    this.#faults = null;
  }

  /**
   * Decides the fault of the next request; `random` is in [0, 1). A request without a fault does not count as
   * one of `times`.
   */
  nextVerdict(random: number, path = ""): FaultVerdict {
    if (this.#faults === null || this.#remaining <= 0) return noFault;
    const { latencyMs = 0, status, dropRate = 0, malformed, answer, path: wanted = "" } = this.#faults;
    if (!path.replace(/^\//, "").startsWith(wanted.replace(/^\//, ""))) return noFault;
    const outcome: FaultVerdict["outcome"] =
      random < dropRate
        ? { kind: "drop" }
        : malformed
          ? { kind: "malformed", status: status ?? 200 }
          : answer !== undefined
            ? { kind: "answer", as: answer }
            : status !== undefined
              ? { kind: "status", status }
              : { kind: "none" };
    if (latencyMs === 0 && outcome.kind === "none") return noFault;
    this.#remaining--;
    return { latencyMs, outcome };
  }
}
