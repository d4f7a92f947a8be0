import { Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";

export const DocumentFormat = { pdf: "pdf", cii: "cii", ubl: "ubl" } as const;
export type DocumentFormat = keyof typeof DocumentFormat;
registerEnumType(DocumentFormat, {
  name: "DocumentFormat",
  description: "Format of a document. The XML formats follow the European standard EN 16931.",
  valuesConfig: {
    pdf: { description: "PDF/A-3, with the XML of Factur-X inside where all its facts are known." },
    cii: { description: "XML of UN/CEFACT Cross Industry Invoice, as Factur-X and ZUGFeRD use it." },
    ubl: { description: "XML of UBL 2.1, as Peppol and XRechnung use it." },
  },
});

@ObjectType({ description: "A document as a file." })
export class DocumentFile {
  @Field(() => ID, { description: "ID of the document in the file." })
  documentId: string;
  @Field(() => String, {
    description: "Suggested file name: the number or kind of the document with `.pdf` or `.xml`.",
  })
  filename: string;
  @Field(() => String, { description: "Media type of the file: `application/pdf` or `application/xml`." })
  contentType: string;
  @Field(() => String, { description: "Encoding of the content: `base64`." })
  encoding: string;
  @Field(() => String, { description: "File content, encoded in base64." })
  content: string;
  @Field(() => Int, { description: "Size of the decoded file in bytes." })
  size: number;
  @Field(() => String, { description: "SHA-256 checksum of the decoded file, in hexadecimal." })
  sha256: string;
}
