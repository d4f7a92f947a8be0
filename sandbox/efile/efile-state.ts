import { newId } from "../../src/ids.ts";
import type { ReturnFault } from "./return-schema.ts";

export interface Submission {
  submissionId: string;
  reference: string;
  status: "received" | "accepted" | "rejected";
  errors: ReturnFault[];
  decidedAt: string | null;
  /** The faults to reject it for when it is decided by its content. */
  fate: ReturnFault[];
}

/** The stand-in's submissions; `touch` is called after every change. */
export class EfileState {
  readonly #submissions = new Map<string, Submission>();
  readonly #touch: () => void;

  constructor(touch: () => void) {
    this.#touch = touch;
  }

  /** The submission of this reference, and whether it is new. */
  take(reference: string, fate: ReturnFault[]): { submission: Submission; isNew: boolean } {
    const [known] = this.find((one) => one.reference === reference);
    if (known) return { submission: known, isNew: false };
    const submission: Submission = {
      submissionId: newId("sub"),
      reference,
      status: "received",
      errors: [],
      decidedAt: null,
      fate,
    };
    this.#submissions.set(submission.submissionId, submission);
    this.#touch();
    return { submission, isNew: true };
  }

  read(submissionId: string): Submission | undefined {
    return this.#submissions.get(submissionId);
  }

  find(isWanted: (submission: Submission) => boolean): Submission[] {
    return [...this.#submissions.values()].filter(isWanted);
  }

  /** Accepts it, or rejects it for these reasons; false when it is decided already. */
  decide(submission: Submission, errors: ReturnFault[], at: Date): boolean {
    if (submission.status !== "received") return false;
    submission.status = errors.length === 0 ? "accepted" : "rejected";
    submission.errors = errors;
    submission.decidedAt = at.toISOString();
    this.#touch();
    return true;
  }

  data(): Submission[] {
    return [...this.#submissions.values()];
  }

  restore(submissions: readonly Submission[]): void {
    for (const submission of submissions) this.#submissions.set(submission.submissionId, submission);
  }
}
