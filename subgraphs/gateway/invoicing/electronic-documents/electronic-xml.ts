import { businessRule } from "../../base/gateway.errors.ts";
import type { ElectronicResult } from "./build-electronic.ts";
import { ciiXml } from "./cii-xml.ts";
import { ublXml } from "./ubl-xml.ts";

/** The XML of a document. Throws BUSINESS_RULE with what is missing. */
export function electronicXml({ document, missing }: ElectronicResult, format: "cii" | "ubl"): string {
  if (document) return format === "cii" ? ciiXml(document) : ublXml(document);
  const message = `An electronic invoice is not possible: ${missing.join("; ")}. Complete the data, or use the PDF.`;
  throw businessRule("electronic_invoice", message, { missing });
}
