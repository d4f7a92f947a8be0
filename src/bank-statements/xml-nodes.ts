/** What fast-xml-parser makes of an element without its attributes. */
export type XmlNode = string | { [name: string]: XmlNode | XmlNode[] };

/** Everything of these names below a node, in order. */
export function findAll(node: XmlNode, hasName: (key: string) => boolean): XmlNode[] {
  if (typeof node === "string") return [];
  return Object.entries(node).flatMap(([key, value]) => {
    const children = Array.isArray(value) ? value : [value];
    return hasName(key) ? children : children.flatMap((child) => findAll(child, hasName));
  });
}

/** The first value of a name below a node; empty when there is none. */
export function textOf(node: XmlNode, name: string): string {
  const [found] = findAll(node, (key) => key === name);
  return typeof found === "string" ? found : "";
}
