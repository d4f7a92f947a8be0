import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { QueryPlan } from "@graphql-hive/router-query-planner";

/** A plan, or why there is none: the planner refused the operation, or panicked over it. */
export type Planned = { plan: QueryPlan } | { refusal: string } | { panic: string };

/** Plans in another process, because a panic of the planner ends the process in which it runs. */
export class CarefulPlanner {
  private child: ChildProcess | null = null;
  private supergraph: string;
  /** Answers have no number: one question at a time, also of a test that has ended too early. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(supergraph: string) {
    this.supergraph = supergraph;
  }

  /** Plans for another supergraph from now on, in the same process. */
  use(supergraph: string): void {
    this.turn = this.change(supergraph, this.turn);
  }

  private async change(supergraph: string, before: Promise<unknown>): Promise<void> {
    await before;
    this.supergraph = supergraph;
    this.child?.send({ supergraph });
  }

  /** The plan for these variables, which decide the conditions of the operation. */
  plan(text: string, variables: Record<string, unknown> = {}): Promise<Planned> {
    const planned = this.turn.then(() => this.planNow({ text, variables }));
    this.turn = planned;
    return planned;
  }

  private planNow(request: { text: string; variables: Record<string, unknown> }): Promise<Planned> {
    const child = (this.child ??= this.start());
    let words = "";
    const listen = (chunk: Buffer) => (words += chunk.toString());
    return new Promise((resolve) => {
      const end = (planned: Planned) => {
        child.off("message", end);
        child.off("close", panic);
        child.stderr!.off("data", listen);
        resolve(planned);
      };
      const panic = () => {
        this.child = null;
        end({ panic: /panicked at ([^\n]*\n[^\n]*)/.exec(words)?.[1] ?? words });
      };
      child.on("message", end);
      child.on("close", panic);
      child.stderr!.on("data", listen);
      child.send(request);
    });
  }

  stop(): void {
    this.child?.kill();
    this.child = null;
  }

  private start(): ChildProcess {
    const file = fileURLToPath(new URL("planner-process.ts", import.meta.url));
    const child = fork(file, { execArgv: [], stdio: ["ignore", "ignore", "pipe", "ipc"] });
    child.send({ supergraph: this.supergraph });
    return child;
  }
}
