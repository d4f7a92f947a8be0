import type { XmlElement } from "../printing/xml-text.ts";
import { decimal } from "./build-electronic.ts";
import type {
  ElectronicDocument,
  ElectronicLine,
  ElectronicParty,
  TaxTreatment,
} from "./electronic-document.ts";
import { discountCode, guideline, meansCode, percentOf, unitOne, withAttribute, writeXml } from "./xml.ts";

const oasis = "urn:oasis:names:specification:ubl:schema:xsd";

/** A document as UBL 2.1 Invoice or CreditNote, in the binding of CEN/TS 16931-3-2. */
export function ublXml(document: ElectronicDocument): string {
  const isInvoice = document.kind === "invoice";
  const name = isInvoice ? "Invoice" : "CreditNote";
  const amount = (minor: number) => amountOf(document, minor);
  const { corrects, delivery, bank, terms } = document;
  return writeXml(name, {
    "@xmlns": `${oasis}:${name}-2`,
    "@xmlns:cac": `${oasis}:CommonAggregateComponents-2`,
    "@xmlns:cbc": `${oasis}:CommonBasicComponents-2`,
    "cbc:CustomizationID": guideline,
    "cbc:ID": document.number,
    "cbc:IssueDate": document.issueDate,
    "cbc:DueDate": isInvoice ? document.dueDate : null,
    [`cbc:${name}TypeCode`]: isInvoice ? "380" : "381",
    "cbc:Note": document.notes.map((note) => ({ "#text": note })),
    "cbc:DocumentCurrencyCode": document.currency,
    "cac:BillingReference": corrects && {
      "cac:InvoiceDocumentReference": { "cbc:ID": corrects.number, "cbc:IssueDate": corrects.issueDate },
    },
    "cac:AccountingSupplierParty": { "cac:Party": party(document.seller) },
    "cac:AccountingCustomerParty": { "cac:Party": party(document.buyer) },
    "cac:Delivery": delivery && {
      "cbc:ActualDeliveryDate": delivery.date,
      "cac:DeliveryLocation": {
        "cac:Address": { "cac:Country": { "cbc:IdentificationCode": delivery.country } },
      },
    },
    "cac:PaymentMeans": bank && {
      "cbc:PaymentMeansCode": meansCode(document),
      "cbc:PaymentID": document.number,
      "cac:PayeeFinancialAccount": {
        "cbc:ID": bank.account,
        "cbc:Name": bank.holder,
        "cac:FinancialInstitutionBranch": { "cbc:ID": bank.bic },
      },
    },
    "cac:PaymentTerms": { "cbc:Note": terms },
    "cac:AllowanceCharge": document.allowances.map((allowance) => ({
      "cbc:ChargeIndicator": "false",
      "cbc:AllowanceChargeReasonCode": discountCode,
      "cbc:AllowanceChargeReason": allowance.reason,
      "cbc:Amount": amount(allowance.amount),
      "cac:TaxCategory": taxCategory(allowance.treatment),
    })),
    "cac:TaxTotal": {
      "cbc:TaxAmount": amount(document.totals.tax),
      "cac:TaxSubtotal": document.taxes.map(({ treatment, base, tax, reason }) => ({
        "cbc:TaxableAmount": amount(base),
        "cbc:TaxAmount": amount(tax),
        "cac:TaxCategory": taxCategory(treatment, reason),
      })),
    },
    "cac:LegalMonetaryTotal": totals(document),
    [`cac:${name}Line`]: document.lines.map((line, index) => documentLine(document, line, index + 1)),
  });
}

function amountOf({ decimals, currency }: ElectronicDocument, minor: number): XmlElement | null {
  return withAttribute(decimal(minor, decimals), "currencyID", currency);
}

const vat = { "cbc:ID": "VAT" };

function taxCategory(treatment: TaxTreatment, reason: string | null = null): XmlElement {
  return {
    "cbc:ID": treatment.category,
    "cbc:Percent": percentOf(treatment),
    "cbc:TaxExemptionReason": reason,
    "cac:TaxScheme": vat,
  };
}

function party({ address, ...of }: ElectronicParty): XmlElement {
  const [street = null, more = null, line = null] = address.lines;
  return {
    "cbc:EndpointID": withAttribute(of.email, "schemeID", "EM"),
    "cac:PartyName": { "cbc:Name": of.tradeName },
    "cac:PostalAddress": {
      "cbc:StreetName": street,
      "cbc:AdditionalStreetName": more,
      "cbc:CityName": address.city,
      "cbc:PostalZone": address.postalCode,
      "cbc:CountrySubentity": address.region,
      "cac:AddressLine": { "cbc:Line": line },
      "cac:Country": { "cbc:IdentificationCode": address.country },
    },
    "cac:PartyTaxScheme": [
      ...(of.vatId === null ? [] : [{ "cbc:CompanyID": of.vatId, "cac:TaxScheme": vat }]),
      ...(of.taxNumber === null
        ? []
        : [{ "cbc:CompanyID": of.taxNumber, "cac:TaxScheme": { "cbc:ID": "TAX" } }]),
    ],
    "cac:PartyLegalEntity": { "cbc:RegistrationName": of.name, "cbc:CompanyID": of.registration },
    "cac:Contact": { "cbc:Telephone": of.phone },
  };
}

function totals(document: ElectronicDocument): XmlElement {
  const amount = (minor: number) => amountOf(document, minor);
  const { lines, allowances, net, gross, paid, due } = document.totals;
  return {
    "cbc:LineExtensionAmount": amount(lines),
    "cbc:TaxExclusiveAmount": amount(net),
    "cbc:TaxInclusiveAmount": amount(gross),
    "cbc:AllowanceTotalAmount": amount(allowances),
    "cbc:PrepaidAmount": amount(paid),
    "cbc:PayableAmount": amount(due),
  };
}

function documentLine(document: ElectronicDocument, line: ElectronicLine, number: number): XmlElement {
  const quantity = document.kind === "invoice" ? "InvoicedQuantity" : "CreditedQuantity";
  return {
    "cbc:ID": String(number),
    [`cbc:${quantity}`]: withAttribute(line.quantity, "unitCode", unitOne),
    "cbc:LineExtensionAmount": amountOf(document, line.net),
    "cac:AllowanceCharge":
      line.allowance === 0
        ? null
        : {
            "cbc:ChargeIndicator": "false",
            "cbc:AllowanceChargeReasonCode": discountCode,
            "cbc:Amount": amountOf(document, line.allowance),
          },
    "cac:Item": { "cbc:Name": line.name, "cac:ClassifiedTaxCategory": taxCategory(line.treatment) },
    "cac:Price": { "cbc:PriceAmount": withAttribute(line.price, "currencyID", document.currency) },
  };
}
