/** Conditions of a WHERE clause with their parameters, for filters that callers may leave out. */
export class SqlConditions {
  readonly #conditions: string[] = [];
  /** The values of the parameters, in order. */
  readonly values: unknown[] = [];

  /** Adds a condition; `make` names each value by the parameter that it becomes. */
  add(make: (value: (given: unknown) => string) => string): void {
    this.#conditions.push(make((given) => this.value(given)));
  }

  /** The parameter of a value. */
  value(given: unknown): string {
    this.values.push(given);
    return `$${this.values.length}`;
  }

  /** All conditions so far. */
  sql(): string {
    return this.#conditions.map((condition) => `(${condition})`).join(" AND ");
  }
}
