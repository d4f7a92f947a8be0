import { z } from "zod";

/** How a party misbehaves until told otherwise. Several at once: it is slow, then drops, else answers wrongly. */
export const faultsSchema = z.strictObject({
  /** Waits this long before anything else. */
  latencyMs: z.int().min(0).max(600_000).optional(),
  /** Answers with this status instead of doing the work. */
  status: z.int().min(200).max(599).optional(),
  /** The share of requests whose connection is cut without an answer, 0 to 1. */
  dropRate: z.number().min(0).max(1).optional(),
  /** Answers with a body that is not what its content type says. */
  malformed: z.boolean().optional(),
  /**
   * Answers with status 200 and the wrong thing: a page of HTML; or, where the party's protocol has such words
   * (`opendata`), an error, half of the body, or columns under other names.
   */
  answer: z.enum(["html", "error", "half", "columns"]).optional(),
  /** Only requests whose path below the party begins with this are affected. */
  path: z.string().min(1).max(200).optional(),
  /** Only the next so many requests are affected; without it all are, until the faults are cleared. */
  times: z.int().min(1).max(1_000_000).optional(),
});
export type Faults = z.infer<typeof faultsSchema>;

/** What is to be done to one request. */
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

/** The faults set for one party. */
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

  /** Judges the next request; `random` is in [0, 1). A request that is left alone does not count as one of `times`. */
  judge(random: number, path = ""): FaultVerdict {
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
