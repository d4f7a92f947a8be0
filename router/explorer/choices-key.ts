/** Key of an enum among the meanings of an operation's choices: its values in alphabetical order. */
export function choicesKey(values: readonly unknown[]): string {
  return values
    .filter((value): value is string => typeof value === "string")
    .toSorted()
    .join(" ");
}
