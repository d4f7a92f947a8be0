/** The `previous_attributes` of an update event: the old value of each field that `changes` alter. */
export function changedFields<Stored extends object>(
  object: Stored,
  changes: Partial<Stored>,
): Record<string, unknown> {
  const names = Object.keys(changes) as (keyof Stored & string)[];
  const isChanged = (name: keyof Stored) => JSON.stringify(object[name]) !== JSON.stringify(changes[name]);
  return Object.fromEntries(names.filter(isChanged).map((name) => [name, object[name]]));
}
