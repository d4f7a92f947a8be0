import type { XmlElement } from "../printing/xml-text.ts";
import { decimal } from "./build-electronic.ts";
import type {
  ElectronicDocument,
  ElectronicLine,
  ElectronicParty,
  TaxTreatment,
} from "./electronic-document.ts";
import { discountCode, guideline, meansCode, percentOf, unitOne, withAttribute, writeXml } from "./xml.ts";

const standard = "urn:un:unece:uncefact:data:standard";

/**
 * A document as UN/CEFACT Cross Industry Invoice (D16B), in the binding of CEN/TS 16931-3-3. It is what Factur-X 1.0 embeds
 * in a PDF with its profile EN 16931.
 */
export function ciiXml(document: ElectronicDocument): string {
  const money = (minor: number) => decimal(minor, document.decimals);
  return writeXml("rsm:CrossIndustryInvoice", {
    "@xmlns:rsm": `${standard}:CrossIndustryInvoice:100`,
    "@xmlns:ram": `${standard}:ReusableAggregateBusinessInformationEntity:100`,
    "@xmlns:udt": `${standard}:UnqualifiedDataType:100`,
    "@xmlns:qdt": `${standard}:QualifiedDataType:100`,
    "rsm:ExchangedDocumentContext": {
      "ram:GuidelineSpecifiedDocumentContextParameter": { "ram:ID": guideline },
    },
    "rsm:ExchangedDocument": {
      "ram:ID": document.number,
      "ram:TypeCode": document.kind === "invoice" ? "380" : "381",
      "ram:IssueDateTime": { "udt:DateTimeString": day(document.issueDate) },
      "ram:IncludedNote": document.notes.map((note) => ({ "ram:Content": note })),
    },
    "rsm:SupplyChainTradeTransaction": {
      "ram:IncludedSupplyChainTradeLineItem": document.lines.map((line, index) =>
        tradeLine(line, index + 1, money),
      ),
      "ram:ApplicableHeaderTradeAgreement": {
        "ram:SellerTradeParty": tradeParty(document.seller),
        "ram:BuyerTradeParty": tradeParty(document.buyer),
      },
      // The element is required, also without content.
      "ram:ApplicableHeaderTradeDelivery": tradeDelivery(document),
      "ram:ApplicableHeaderTradeSettlement": settlement(document, money),
    },
  });
}

type Money = (minor: number) => string;

const day = (date: string | null) => withAttribute(date && date.replaceAll("-", ""), "format", "102");

function tradeTax(treatment: TaxTreatment): XmlElement {
  return {
    "ram:TypeCode": "VAT",
    "ram:CategoryCode": treatment.category,
    "ram:RateApplicablePercent": percentOf(treatment),
  };
}

function tradeLine(line: ElectronicLine, number: number, money: Money): XmlElement {
  return {
    "ram:AssociatedDocumentLineDocument": { "ram:LineID": String(number) },
    "ram:SpecifiedTradeProduct": { "ram:Name": line.name },
    "ram:SpecifiedLineTradeAgreement": {
      "ram:NetPriceProductTradePrice": { "ram:ChargeAmount": line.price },
    },
    "ram:SpecifiedLineTradeDelivery": {
      "ram:BilledQuantity": withAttribute(line.quantity, "unitCode", unitOne),
    },
    "ram:SpecifiedLineTradeSettlement": {
      "ram:ApplicableTradeTax": tradeTax(line.treatment),
      "ram:SpecifiedTradeAllowanceCharge":
        line.allowance === 0
          ? null
          : {
              "ram:ChargeIndicator": { "udt:Indicator": "false" },
              "ram:ActualAmount": money(line.allowance),
              "ram:ReasonCode": discountCode,
            },
      "ram:SpecifiedTradeSettlementLineMonetarySummation": { "ram:LineTotalAmount": money(line.net) },
    },
  };
}

function tradeParty(party: ElectronicParty): XmlElement {
  const { address, vatId, taxNumber } = party;
  const [one = null, two = null, three = null] = address.lines;
  return {
    "ram:Name": party.name,
    "ram:SpecifiedLegalOrganization": {
      "ram:ID": party.registration,
      "ram:TradingBusinessName": party.tradeName,
    },
    "ram:DefinedTradeContact":
      party.phone === null
        ? null
        : {
            "ram:PersonName": party.tradeName ?? party.name,
            "ram:TelephoneUniversalCommunication": { "ram:CompleteNumber": party.phone },
          },
    "ram:PostalTradeAddress": {
      "ram:PostcodeCode": address.postalCode,
      "ram:LineOne": one,
      "ram:LineTwo": two,
      "ram:LineThree": three,
      "ram:CityName": address.city,
      "ram:CountryID": address.country,
      "ram:CountrySubDivisionName": address.region,
    },
    "ram:URIUniversalCommunication": { "ram:URIID": withAttribute(party.email, "schemeID", "EM") },
    "ram:SpecifiedTaxRegistration": [
      { "ram:ID": withAttribute(vatId, "schemeID", "VA") },
      { "ram:ID": withAttribute(taxNumber, "schemeID", "FC") },
    ],
  };
}

function tradeDelivery({ delivery }: ElectronicDocument): XmlElement | string {
  if (!delivery) return "";
  return {
    "ram:ShipToTradeParty": { "ram:PostalTradeAddress": { "ram:CountryID": delivery.country } },
    "ram:ActualDeliverySupplyChainEvent": {
      "ram:OccurrenceDateTime": { "udt:DateTimeString": day(delivery.date) },
    },
  };
}

function settlement(document: ElectronicDocument, money: Money): XmlElement {
  const { bank, totals, corrects, currency } = document;
  return {
    "ram:PaymentReference": document.number,
    "ram:InvoiceCurrencyCode": currency,
    "ram:SpecifiedTradeSettlementPaymentMeans": bank && {
      "ram:TypeCode": meansCode(document),
      "ram:PayeePartyCreditorFinancialAccount": {
        [bank.isSepa || isIban(bank.account) ? "ram:IBANID" : "ram:ProprietaryID"]: bank.account,
        ...(bank.holder === null ? {} : { "ram:AccountName": bank.holder }),
      },
      "ram:PayeeSpecifiedCreditorFinancialInstitution": { "ram:BICID": bank.bic },
    },
    "ram:ApplicableTradeTax": document.taxes.map(({ treatment, base, tax, reason }) => ({
      "ram:CalculatedAmount": money(tax),
      "ram:TypeCode": "VAT",
      "ram:ExemptionReason": reason,
      "ram:BasisAmount": money(base),
      "ram:CategoryCode": treatment.category,
      "ram:RateApplicablePercent": percentOf(treatment),
    })),
    "ram:SpecifiedTradeAllowanceCharge": document.allowances.map(({ amount, reason, treatment }) => ({
      "ram:ChargeIndicator": { "udt:Indicator": "false" },
      "ram:ActualAmount": money(amount),
      "ram:ReasonCode": discountCode,
      "ram:Reason": reason,
      "ram:CategoryTradeTax": tradeTax(treatment),
    })),
    "ram:SpecifiedTradePaymentTerms": {
      "ram:Description": document.terms,
      "ram:DueDateDateTime": { "udt:DateTimeString": day(document.dueDate) },
    },
    "ram:SpecifiedTradeSettlementHeaderMonetarySummation": {
      "ram:LineTotalAmount": money(totals.lines),
      "ram:AllowanceTotalAmount": money(totals.allowances),
      "ram:TaxBasisTotalAmount": money(totals.net),
      "ram:TaxTotalAmount": withAttribute(money(totals.tax), "currencyID", currency),
      "ram:GrandTotalAmount": money(totals.gross),
      "ram:TotalPrepaidAmount": money(totals.paid),
      "ram:DuePayableAmount": money(totals.due),
    },
    "ram:InvoiceReferencedDocument": corrects && {
      "ram:IssuerAssignedID": corrects.number,
      "ram:FormattedIssueDateTime": { "qdt:DateTimeString": day(corrects.issueDate) },
    },
  };
}

/** True for an account number that begins like an IBAN. */
function isIban(account: string): boolean {
  return /^[A-Z]{2}\d{2}/.test(account);
}
