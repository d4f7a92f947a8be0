import { XMLBuilder } from "fast-xml-parser";

/** An element: children by name in their order, attributes under names with `@`, text under `#text`. */
export interface XmlElement {
  [name: string]: XmlNode;
}
type XmlNode = string | null | XmlElement | readonly XmlElement[];

const builder = new XMLBuilder({
  attributeNamePrefix: "@",
  ignoreAttributes: false,
  format: true,
  suppressEmptyNode: true,
});

/** Characters that XML 1.0 does not have. */
// oxlint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Writes elements. Parts that are null, and elements without content, are left out. */
export function xmlOf(elements: XmlElement): string {
  return builder.build(known(elements));
}

function known(node: XmlNode): XmlNode | undefined {
  if (node === null) return undefined;
  if (typeof node === "string") return node.replaceAll(forbidden, "");
  if (Array.isArray(node)) {
    const list = (node as readonly XmlElement[]).map(known).filter((one) => one !== undefined);
    return list.length === 0 ? undefined : (list as XmlElement[]);
  }
  const parts = Object.entries(node as XmlElement)
    .map(([name, child]) => [name, known(child)] as const)
    .filter(([, child]) => child !== undefined);
  return parts.length === 0 ? undefined : (Object.fromEntries(parts) as XmlElement);
}
