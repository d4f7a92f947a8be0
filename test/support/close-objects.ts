/** The same JSON Schema, with every described object closed: a field that is not described is a fault. */
export function closeObjects(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closeObjects);
  if (typeof node !== "object" || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closeObjects(value)]));
  const isObject = [copy["type"]].flat().includes("object") && typeof copy["properties"] === "object";
  return isObject && !("additionalProperties" in copy) ? { ...copy, additionalProperties: false } : copy;
}
