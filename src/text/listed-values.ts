/** The values that a pattern of plain alternatives accepts, `^(a|b)$`; null for any other pattern. */
export function listedValues(pattern: string): string[] | null {
  const inner = /^\^\((?:\?:)?((?:\\[^a-zA-Z0-9]|[^\\^$.*+?()[\]{}])+)\)\$$/.exec(pattern)?.[1];
  if (inner === undefined) return null;
  return inner.split(/(?<!\\)\|/).map((text) => text.replaceAll(/\\(.)/g, "$1"));
}
