import { XmlDocument, type XmlElement } from "libxml2-wasm";

/** Facts of an electronic invoice that the business rules of EN 16931-1 speak of, read back from either syntax. */
export interface ReadInvoice {
  syntax: "cii" | "ubl";
  guideline: string;
  number: string;
  type: string;
  issueDate: string;
  dueDate: string;
  currency: string;
  terms: string;
  preceding: string;
  seller: ReadParty;
  buyer: ReadParty;
  deliveryDate: string;
  deliveryCountry: string;
  account: string;
  paymentCode: string;
  lines: ReadLine[];
  allowances: { amount: string; reason: string; code: string; category: string; rate: string }[];
  taxes: { base: string; tax: string; category: string; rate: string; reason: string }[];
  taxTotal: string;
  taxCurrency: string;
  totals: Record<"lines" | "allowances" | "net" | "gross" | "paid" | "due", string>;
}

export interface ReadParty {
  name: string;
  country: string;
  vatId: string;
  taxNumber: string;
  legalId: string;
  address: string[];
}

export interface ReadLine {
  id: string;
  name: string;
  quantity: string;
  unit: string;
  price: string;
  net: string;
  allowance: string;
  allowanceReason: string;
  category: string;
  rate: string;
}

const namespaces = {
  rsm: "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
  ram: "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100",
  udt: "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100",
  qdt: "urn:un:unece:uncefact:data:standard:QualifiedDataType:100",
  cac: "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2",
  cbc: "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2",
};

function reader(element: XmlElement) {
  const textOf = (path: string) => element.get(path, namespaces)?.content ?? "";
  const listOf = (path: string) => element.find(path, namespaces) as XmlElement[];
  return { textOf, listOf };
}

const isoDay = (text: string) => text.replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3");

/** Reads an electronic invoice. Throws for text that is no XML. */
export function readElectronic(xml: string): ReadInvoice {
  using document = XmlDocument.fromString(xml);
  const { root } = document;
  return root.name === "CrossIndustryInvoice" ? readCii(root) : readUbl(root);
}

function readCii(root: XmlElement): ReadInvoice {
  const { textOf, listOf } = reader(root);
  const trade = "rsm:SupplyChainTradeTransaction";
  const agreed = `${trade}/ram:ApplicableHeaderTradeAgreement`;
  const delivered = `${trade}/ram:ApplicableHeaderTradeDelivery`;
  const settled = `${trade}/ram:ApplicableHeaderTradeSettlement`;
  const sums = `${settled}/ram:SpecifiedTradeSettlementHeaderMonetarySummation`;
  const means = `${settled}/ram:SpecifiedTradeSettlementPaymentMeans`;
  const party = (path: string): ReadParty => ({
    name: textOf(`${path}/ram:Name`),
    country: textOf(`${path}/ram:PostalTradeAddress/ram:CountryID`),
    vatId: textOf(`${path}/ram:SpecifiedTaxRegistration/ram:ID[@schemeID='VA']`),
    taxNumber: textOf(`${path}/ram:SpecifiedTaxRegistration/ram:ID[@schemeID='FC']`),
    legalId: textOf(`${path}/ram:SpecifiedLegalOrganization/ram:ID`),
    address: listOf(`${path}/ram:PostalTradeAddress/*`).map(({ content }) => content),
  });
  return {
    syntax: "cii",
    guideline: textOf("rsm:ExchangedDocumentContext/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID"),
    number: textOf("rsm:ExchangedDocument/ram:ID"),
    type: textOf("rsm:ExchangedDocument/ram:TypeCode"),
    issueDate: isoDay(textOf("rsm:ExchangedDocument/ram:IssueDateTime/udt:DateTimeString[@format='102']")),
    dueDate: isoDay(
      textOf(`${settled}/ram:SpecifiedTradePaymentTerms/ram:DueDateDateTime/udt:DateTimeString`),
    ),
    currency: textOf(`${settled}/ram:InvoiceCurrencyCode`),
    terms: textOf(`${settled}/ram:SpecifiedTradePaymentTerms/ram:Description`),
    preceding: textOf(`${settled}/ram:InvoiceReferencedDocument/ram:IssuerAssignedID`),
    seller: party(`${agreed}/ram:SellerTradeParty`),
    buyer: party(`${agreed}/ram:BuyerTradeParty`),
    deliveryDate: isoDay(
      textOf(`${delivered}/ram:ActualDeliverySupplyChainEvent/ram:OccurrenceDateTime/udt:DateTimeString`),
    ),
    deliveryCountry: textOf(`${delivered}/ram:ShipToTradeParty/ram:PostalTradeAddress/ram:CountryID`),
    account: textOf(
      `${means}/ram:PayeePartyCreditorFinancialAccount/*[self::ram:IBANID or self::ram:ProprietaryID]`,
    ),
    paymentCode: textOf(`${means}/ram:TypeCode`),
    lines: listOf(`${trade}/ram:IncludedSupplyChainTradeLineItem`).map((line) => {
      const { textOf: of } = reader(line);
      const lineSettled = "ram:SpecifiedLineTradeSettlement";
      return {
        id: of("ram:AssociatedDocumentLineDocument/ram:LineID"),
        name: of("ram:SpecifiedTradeProduct/ram:Name"),
        quantity: of("ram:SpecifiedLineTradeDelivery/ram:BilledQuantity"),
        unit: of("ram:SpecifiedLineTradeDelivery/ram:BilledQuantity/@unitCode"),
        price: of("ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice/ram:ChargeAmount"),
        net: of(`${lineSettled}/ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount`),
        allowance: of(`${lineSettled}/ram:SpecifiedTradeAllowanceCharge/ram:ActualAmount`),
        allowanceReason: of(`${lineSettled}/ram:SpecifiedTradeAllowanceCharge/ram:ReasonCode`),
        category: of(`${lineSettled}/ram:ApplicableTradeTax/ram:CategoryCode`),
        rate: of(`${lineSettled}/ram:ApplicableTradeTax/ram:RateApplicablePercent`),
      };
    }),
    allowances: listOf(`${settled}/ram:SpecifiedTradeAllowanceCharge`).map((one) => {
      const { textOf: of } = reader(one);
      return {
        amount: of("ram:ActualAmount"),
        reason: of("ram:Reason"),
        code: of("ram:ReasonCode"),
        category: of("ram:CategoryTradeTax/ram:CategoryCode"),
        rate: of("ram:CategoryTradeTax/ram:RateApplicablePercent"),
      };
    }),
    taxes: listOf(`${settled}/ram:ApplicableTradeTax`).map((one) => {
      const { textOf: of } = reader(one);
      return {
        base: of("ram:BasisAmount"),
        tax: of("ram:CalculatedAmount"),
        category: of("ram:CategoryCode"),
        rate: of("ram:RateApplicablePercent"),
        reason: of("ram:ExemptionReason"),
      };
    }),
    taxTotal: textOf(`${sums}/ram:TaxTotalAmount`),
    taxCurrency: textOf(`${sums}/ram:TaxTotalAmount/@currencyID`),
    totals: {
      lines: textOf(`${sums}/ram:LineTotalAmount`),
      allowances: textOf(`${sums}/ram:AllowanceTotalAmount`),
      net: textOf(`${sums}/ram:TaxBasisTotalAmount`),
      gross: textOf(`${sums}/ram:GrandTotalAmount`),
      paid: textOf(`${sums}/ram:TotalPrepaidAmount`),
      due: textOf(`${sums}/ram:DuePayableAmount`),
    },
  };
}

function readUbl(root: XmlElement): ReadInvoice {
  const { textOf, listOf } = reader(root);
  const sums = "cac:LegalMonetaryTotal";
  const isNote = root.name === "CreditNote";
  const party = (role: string): ReadParty => {
    const path = `cac:Accounting${role}Party/cac:Party`;
    return {
      name: textOf(`${path}/cac:PartyLegalEntity/cbc:RegistrationName`),
      country: textOf(`${path}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`),
      vatId: textOf(`${path}/cac:PartyTaxScheme[cac:TaxScheme/cbc:ID='VAT']/cbc:CompanyID`),
      taxNumber: textOf(`${path}/cac:PartyTaxScheme[cac:TaxScheme/cbc:ID!='VAT']/cbc:CompanyID`),
      legalId: textOf(`${path}/cac:PartyLegalEntity/cbc:CompanyID`),
      address: listOf(`${path}/cac:PostalAddress//*[not(*)]`).map(({ content }) => content),
    };
  };
  return {
    syntax: "ubl",
    guideline: textOf("cbc:CustomizationID"),
    number: textOf("cbc:ID"),
    type: textOf(isNote ? "cbc:CreditNoteTypeCode" : "cbc:InvoiceTypeCode"),
    issueDate: textOf("cbc:IssueDate"),
    dueDate: textOf("cbc:DueDate"),
    currency: textOf("cbc:DocumentCurrencyCode"),
    terms: textOf("cac:PaymentTerms/cbc:Note"),
    preceding: textOf("cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID"),
    seller: party("Supplier"),
    buyer: party("Customer"),
    deliveryDate: textOf("cac:Delivery/cbc:ActualDeliveryDate"),
    deliveryCountry: textOf(
      "cac:Delivery/cac:DeliveryLocation/cac:Address/cac:Country/cbc:IdentificationCode",
    ),
    account: textOf("cac:PaymentMeans/cac:PayeeFinancialAccount/cbc:ID"),
    paymentCode: textOf("cac:PaymentMeans/cbc:PaymentMeansCode"),
    lines: listOf(isNote ? "cac:CreditNoteLine" : "cac:InvoiceLine").map((line) => {
      const { textOf: of } = reader(line);
      const quantity = isNote ? "cbc:CreditedQuantity" : "cbc:InvoicedQuantity";
      return {
        id: of("cbc:ID"),
        name: of("cac:Item/cbc:Name"),
        quantity: of(quantity),
        unit: of(`${quantity}/@unitCode`),
        price: of("cac:Price/cbc:PriceAmount"),
        net: of("cbc:LineExtensionAmount"),
        allowance: of("cac:AllowanceCharge/cbc:Amount"),
        allowanceReason: of("cac:AllowanceCharge/cbc:AllowanceChargeReasonCode"),
        category: of("cac:Item/cac:ClassifiedTaxCategory/cbc:ID"),
        rate: of("cac:Item/cac:ClassifiedTaxCategory/cbc:Percent"),
      };
    }),
    allowances: listOf("cac:AllowanceCharge").map((one) => {
      const { textOf: of } = reader(one);
      return {
        amount: of("cbc:Amount"),
        reason: of("cbc:AllowanceChargeReason"),
        code: of("cbc:AllowanceChargeReasonCode"),
        category: of("cac:TaxCategory/cbc:ID"),
        rate: of("cac:TaxCategory/cbc:Percent"),
      };
    }),
    taxes: listOf("cac:TaxTotal/cac:TaxSubtotal").map((one) => {
      const { textOf: of } = reader(one);
      return {
        base: of("cbc:TaxableAmount"),
        tax: of("cbc:TaxAmount"),
        category: of("cac:TaxCategory/cbc:ID"),
        rate: of("cac:TaxCategory/cbc:Percent"),
        reason: of("cac:TaxCategory/cbc:TaxExemptionReason"),
      };
    }),
    taxTotal: textOf("cac:TaxTotal/cbc:TaxAmount"),
    taxCurrency: textOf("cac:TaxTotal/cbc:TaxAmount/@currencyID"),
    totals: {
      lines: textOf(`${sums}/cbc:LineExtensionAmount`),
      allowances: textOf(`${sums}/cbc:AllowanceTotalAmount`),
      net: textOf(`${sums}/cbc:TaxExclusiveAmount`),
      gross: textOf(`${sums}/cbc:TaxInclusiveAmount`),
      paid: textOf(`${sums}/cbc:PrepaidAmount`),
      due: textOf(`${sums}/cbc:PayableAmount`),
    },
  };
}
