/** What `previous_attributes` of an update event say: each field that `changes` alter, as it was. */
export function changedFields<Stored extends object>(
  object: Stored,
  changes: Partial<Stored>,
): Record<string, unknown> {
  const names = Object.keys(changes) as (keyof Stored & string)[];
  const isChanged = (name: keyof Stored) => JSON.stringify(object[name]) !== JSON.stringify(changes[name]);
  return Object.fromEntries(names.filter(isChanged).map((name) => [name, object[name]]));
}
