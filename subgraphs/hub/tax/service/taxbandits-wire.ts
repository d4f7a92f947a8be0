import { toMajor } from "../../../../src/money.ts";
import type { TaxBanditsFault } from "../../../../src/taxbandits/protocol.ts";
import type { PostalAddress } from "../businesses/postal-address.ts";
import type { Delivery, FormContent } from "../forms/form-content.ts";
import type { FiledStatus } from "../forms/form-states.ts";
import type { FilingRecord, RegisteredBusiness } from "../tax.port.ts";

/** Bodies as TaxBandits reads them; amounts are numbers of dollars with two decimals. */

export function businessBody(business: RegisteredBusiness, businessId: string | null): object {
  const { reference, name, dba, ein, address, contact } = business;
  const [firstName, ...rest] = contact.name.split(" ");
  return {
    Businesses: [
      {
        SequenceId: "1",
        ...(businessId === null ? {} : { BusinessId: businessId }),
        PayerRef: reference,
        TINDetails: { Format: "PLAIN_TIN", TINType: "EIN", TIN: ein },
        BusinessNm: name,
        ...(dba === null ? {} : { DBADetails: { DBANm: dba } }),
        Address: addressBody(address),
        ContactDetails: {
          FirstNm: firstName,
          LastNm: rest.join(" ") || firstName,
          Phone: contact.phone,
          Email: contact.email,
        },
      },
    ],
  };
}

/** A submission of Forms 1099-NEC. A record is known again by `PayeeRef`, which is its reference. */
export function necBody(asked: {
  businessId: string;
  taxYear: number;
  records: readonly FilingRecord[];
}): object {
  return {
    SubmissionManifest: { TaxYear: String(asked.taxYear), IsScheduleFiling: false },
    ReturnHeader: { Business: { BusinessId: asked.businessId } },
    ReturnData: asked.records.map((record, index) => ({
      SequenceId: String(index + 1),
      ReturnManifest: manifestBody(record.content.delivery),
      Recipient: recipientBody(record),
      NECFormData: boxesBody(record.content),
    })),
  };
}

function manifestBody({ federal, state, postal, online }: Delivery): object {
  const types = postal && online ? "POSTAL_AND_ONLINE" : postal ? "POSTAL_ONLY" : "ONLINE_ONLY";
  const isDistribution = postal || online;
  return {
    IsFederal: federal,
    IsState: state,
    IsPostal: postal,
    IsDistribution: isDistribution,
    ...(isDistribution
      ? {
          DistributionDetails: {
            DistributionType: types,
            ...(postal ? { PostalType: "USPS_FIRST_CLASS" } : {}),
          },
        }
      : {}),
    IsForced: false,
  };
}

function recipientBody({ reference, recipient }: FilingRecord): object {
  const { tinType, tin, firstName, middleName, lastName, suffix, businessName, dba } = recipient;
  const person = {
    FirstNm: firstName,
    MiddleNm: middleName ?? undefined,
    LastNm: lastName,
    Suffix: suffix ?? undefined,
  };
  return {
    PayeeRef: reference,
    TINDetails: { Format: "PLAIN_TIN", TINType: tinType, TIN: tin },
    ...(businessName === null ? { IndividualNm: person } : { BusinessNm: businessName }),
    ...(dba === null ? {} : { DBADetails: { DBANm: dba } }),
    Address: addressBody(recipient.address),
    ...(recipient.email === null ? {} : { Email: recipient.email }),
    ...(recipient.phone === null ? {} : { Phone: recipient.phone }),
  };
}

function addressBody({ line1, line2, city, state, province, postalCode, country }: PostalAddress): object {
  return {
    Address1: line1,
    ...(line2 === null ? {} : { Address2: line2 }),
    City: city,
    ProvinceOrState: state ?? province,
    ZipCd: postalCode,
    Country: country,
  };
}

function boxesBody(content: FormContent): object {
  return {
    NEC: dollars(content.nonEmployeeCompensation),
    CashTips: dollars(content.cashTips ?? 0),
    ...(content.tippedOccupationCode === null ? {} : { TTOC1: content.tippedOccupationCode }),
    OvertimeComp: dollars(content.overtimeCompensation ?? 0),
    IsDirectSales: content.directSales,
    EPP: dollars(content.excessGoldenParachutePayments ?? 0),
    FedTaxWH: dollars(content.federalTaxWithheld),
    Is2ndTINnot: content.secondTinNotice,
    ...(content.accountNumber === null ? {} : { AccountNum: content.accountNumber }),
    States: content.states.map(({ state, payerStateNo, stateIncome, stateTaxWithheld }) => ({
      StateCd: state,
      ...(payerStateNo === null ? {} : { StateIdNum: payerStateNo }),
      StateWH: dollars(stateTaxWithheld),
      StateIncome: dollars(stateIncome),
    })),
  };
}

const dollars = (cents: number): number => toMajor(cents, 2);

/** Statuses of a federal return; those of before 2.0.0 have spaces. A created one still has to be transmitted. */
const statuses: Readonly<Record<string, FiledStatus | "created">> = {
  CREATED: "created",
  SCHEDULED: "submitted",
  TRANSMITTED: "submitted",
  SENTTOAGENCY: "transmitted",
  ACCEPTED: "accepted",
  ACCEPTEDWITHERRORS: "accepted",
  REJECTED: "rejected",
  YETTORETRANSMIT: "rejected",
};

/** The status of a record; null for one that is not known. */
export function statusOf(text: string): FiledStatus | "created" | null {
  return statuses[text.toUpperCase().replaceAll(/[^A-Z]/g, "")] ?? null;
}

/** Our fields by the last node that a fault names, in lower case. */
const fields: Readonly<Record<string, string>> = {
  tin: "recipient.tin",
  tintype: "recipient.tinType",
  firstnm: "recipient.firstName",
  middlenm: "recipient.middleName",
  lastnm: "recipient.lastName",
  suffix: "recipient.suffix",
  email: "recipient.email",
  phone: "recipient.phone",
  address1: "recipient.address.line1",
  address2: "recipient.address.line2",
  city: "recipient.address.city",
  provinceorstate: "recipient.address.state",
  zipcd: "recipient.address.postalCode",
  country: "recipient.address.country",
  dbanm: "recipient.dba",
  businessnm: "recipient.businessName",
  taxyear: "taxYear",
  nec: "nonEmployeeCompensation",
  cashtips: "cashTips",
  ttoc1: "tippedOccupationCode",
  overtimecomp: "overtimeCompensation",
  isdirectsales: "directSales",
  epp: "excessGoldenParachutePayments",
  fedtaxwh: "federalTaxWithheld",
  is2ndtinnot: "secondTinNotice",
  accountnum: "accountNumber",
  statecd: "states",
  stateidnum: "states",
  statewh: "states",
  stateincome: "states",
};

/** A fault as a code of ours and the field that it is about. The vendor's text is dropped: it may repeat what was sent. */
export function faultOf({ Id, Name }: TaxBanditsFault): { code: string; field: string | null } {
  const code = (Id ?? "").toUpperCase().replaceAll(/[^A-Z0-9]+/g, "_");
  const path = (Name ?? "").toLowerCase().split(/[^a-z0-9]+/);
  const isPayer = path.includes("business") || path.includes("returnheader");
  const field = isPayer ? "businessId" : (fields[path.at(-1) ?? ""] ?? null);
  return { code: /^[A-Z0-9_]{1,64}$/.test(code) ? code : "UNKNOWN", field };
}

/** Faults of a submission and of its records. */
export function faultsOf(reply: {
  Errors: readonly TaxBanditsFault[];
  ErrorRecords: readonly { Errors: readonly TaxBanditsFault[] }[];
}): { code: string; field: string | null }[] {
  return [...reply.Errors, ...reply.ErrorRecords.flatMap(({ Errors }) => Errors)].map(faultOf);
}
