/** Decisions read from a sequence of numbers; when it ends, always the first (simplest) option. */
export class Choices {
  private position = 0;
  private readonly numbers: readonly number[];

  constructor(numbers: readonly number[]) {
    this.numbers = numbers;
  }

  /** A number from 0 to below the limit. */
  below(limit: number): number {
    const number = this.numbers[this.position] ?? 0;
    this.position += 1;
    return limit <= 0 ? 0 : number % limit;
  }

  of<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!;
  }

  /** True in about this many of a hundred cases; never when the numbers have ended. */
  chance(percent: number): boolean {
    return this.below(100) >= 100 - percent;
  }

  /** Some of the items, in the order drawn, at least one where there is one. */
  some<Item>(items: readonly Item[], most: number): Item[] {
    const left = [...items];
    const count = 1 + this.below(Math.min(most, left.length));
    return Array.from(
      { length: Math.min(count, left.length) },
      () => left.splice(this.below(left.length), 1)[0]!,
    );
  }
}
