import type { z } from "zod";
import * as protocol from "./protocol.ts";

/** The webhook of the event "E-file Status Change (Federal)". */
export function eventOf(record: protocol.StoredRecord, at: Date): object {
  return {
    SubmissionId: record.submissionId,
    FormType: "FORM1099NEC",
    Records: [
      {
        RecordId: record.recordId,
        RecipientId: record.recipientId,
        PayeeRef: record.payeeRef,
        AccountNum: null,
        Status: record.status,
        FilingReference: null,
        StatusTime: at.toISOString(),
        RejectedBy: record.status === "REJECTED" ? "IRS" : null,
        Errors: record.errors.length > 0 ? record.errors : null,
      },
    ],
  };
}

/** A record as lists, statuses and transmissions show it. */
export function placeOf(record: protocol.StoredRecord): object {
  const { submissionId, recordId, recipientId, payeeRef, status, errors } = record;
  return {
    FormType: "FORM1099NEC",
    SubmissionId: submissionId,
    RecordId: recordId,
    RecipientId: recipientId,
    PayeeRef: payeeRef,
    FederalStatus: { Status: status, Errors: errors },
  };
}

/** Faults of the input, each by the path of its node. */
export function faultsOf(error: z.ZodError): protocol.Fault[] {
  return error.issues.map(({ path, message }) =>
    protocol.fault(100, path.filter((part) => typeof part === "string").join("."), message),
  );
}
