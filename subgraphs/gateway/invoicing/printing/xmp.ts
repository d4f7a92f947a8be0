import { xmlOf } from "./xml-text.ts";

/** A file inside a PDF, as Factur-X embeds its XML. */
export interface EmbeddedXml {
  name: string;
  content: string;
  description: string;
  /** Profile of Factur-X. */
  profile: string;
}

/** What the metadata of a PDF says, the same as its information dictionary. */
export interface PdfFacts {
  title: string;
  author: string | null;
  at: Date;
  producer: string;
  creator: string;
  embedded: EmbeddedXml | null;
}

const facturX = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#";

/**
 * XMP metadata of a PDF/A-3 (ISO 19005-3, 6.6), without its identification, which the library adds: title, author and dates,
 * and with an embedded XML what Factur-X 1.0 (section 6.2.2) asks for.
 */
export function xmpOf(facts: PdfFacts): string {
  const { title, author, at, producer, creator, embedded } = facts;
  const time = at.toISOString().replace(/\.\d+Z$/, "Z");
  const about = { "@rdf:about": "" };
  const descriptions = [
    {
      ...about,
      "@xmlns:xmp": "http://ns.adobe.com/xap/1.0/",
      "xmp:CreateDate": time,
      "xmp:ModifyDate": time,
      "xmp:CreatorTool": creator,
    },
    {
      ...about,
      "@xmlns:dc": "http://purl.org/dc/elements/1.1/",
      "dc:title": { "rdf:Alt": { "rdf:li": { "@xml:lang": "x-default", "#text": title } } },
      "dc:creator": author === null ? null : { "rdf:Seq": { "rdf:li": author } },
    },
    { ...about, "@xmlns:pdf": "http://ns.adobe.com/pdf/1.3/", "pdf:Producer": producer },
    ...(embedded ? [facturXOf(embedded), facturXSchema] : []),
  ];
  return xmlOf({ "rdf:Description": descriptions });
}

function facturXOf({ name, profile }: EmbeddedXml) {
  return {
    "@rdf:about": "",
    "@xmlns:fx": facturX,
    "fx:DocumentType": "INVOICE",
    "fx:DocumentFileName": name,
    "fx:Version": "1.0",
    "fx:ConformanceLevel": profile,
  };
}

/** A schema that PDF/A does not know must be described (ISO 19005-3, 6.6.2.3.3). */
const facturXSchema = {
  "@rdf:about": "",
  "@xmlns:pdfaExtension": "http://www.aiim.org/pdfa/ns/extension/",
  "@xmlns:pdfaSchema": "http://www.aiim.org/pdfa/ns/schema#",
  "@xmlns:pdfaProperty": "http://www.aiim.org/pdfa/ns/property#",
  "pdfaExtension:schemas": {
    "rdf:Bag": {
      "rdf:li": {
        "@rdf:parseType": "Resource",
        "pdfaSchema:schema": "Factur-X PDFA Extension Schema",
        "pdfaSchema:namespaceURI": facturX,
        "pdfaSchema:prefix": "fx",
        "pdfaSchema:property": {
          "rdf:Seq": {
            "rdf:li": [
              ["DocumentFileName", "Name of the embedded XML file"],
              ["DocumentType", "Type of the document"],
              ["Version", "Version of the XML schema"],
              ["ConformanceLevel", "Conformance level of the XML"],
            ].map(([name, description]) => ({
              "@rdf:parseType": "Resource",
              "pdfaProperty:name": name!,
              "pdfaProperty:valueType": "Text",
              "pdfaProperty:category": "external",
              "pdfaProperty:description": description!,
            })),
          },
        },
      },
    },
  },
};
