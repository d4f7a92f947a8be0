import type { EmbeddedXml } from "../printing/xmp.ts";
import { ciiXml } from "./cii-xml.ts";
import type { ElectronicDocument } from "./electronic-document.ts";

/** The XML that a PDF of the document has inside: Factur-X 1.0, profile EN 16931. */
export function facturX(document: ElectronicDocument): EmbeddedXml {
  return {
    name: "factur-x.xml",
    content: ciiXml(document),
    description: "Factur-X invoice",
    profile: "EN 16931",
  };
}
