import type { StoredOperation } from "../../../router/operations/registry.ts";
import { exampleInput } from "../../../router/tools/example-input.ts";
import { callerOf, samples } from "../../walk/samples/door-samples.ts";
import type { TestApp } from "../../support/app.ts";
import type { Input } from "./places.ts";

/** The credential of a request: none, a forged token, a revoked key, a user's token without tier limits, a key. */
export type Caller = "nobody" | "forger" | "revoked" | "person" | "key";

/** Headers with an unsigned token. */
export const forged = { authorization: "Bearer eyJhbGciOiJub25lIn0.e30." };

/** An operation, its allowed principal, and an input that would succeed. */
export class Target {
  readonly operation: StoredOperation;
  readonly person: Record<string, string>;
  readonly #app: TestApp;
  input: Input = {};

  /** Binds an operation to the demo identity that may call it. */
  static async of(app: TestApp, operation: StoredOperation): Promise<Target> {
    const person = await callerOf(app, operation.row.name, await app.as("eve"));
    return new Target(app, operation, person);
  }

  private constructor(app: TestApp, operation: StoredOperation, person: Record<string, string>) {
    this.#app = app;
    this.operation = operation;
    this.person = person;
  }

  get takesKeys(): boolean {
    const { auth } = this.operation.access;
    return (auth === "caller" || auth === "public") && samples[this.operation.row.name]?.as === undefined;
  }

  headersOf(caller: Caller): Record<string, string> {
    if (caller === "nobody") return {};
    if (caller === "forger") return forged;
    if (caller === "person") return this.person;
    return this.#app.withKey(caller === "key" ? "full" : "revoked");
  }

  /**
   * Recreates an input: a successful request may have used up the one before. False when only a generated one
   * is left.
   */
  async refresh(): Promise<boolean> {
    const { row, inputSchema } = this.operation;
    try {
      this.input = await samples[row.name]!.input(this.#app, this.person);
      return true;
    } catch {
      this.input = exampleInput(inputSchema) ?? {};
      return false;
    }
  }
}
