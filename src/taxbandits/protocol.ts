import { z } from "zod";

/**
 * Replies of TaxBandits' API 2.0.0 that the platform reads, as the vendor's own SDKs declare them
 * (github.com/TaxBandits: tbs-go-sdk-v2.0.x, tbs-nodejs-sdk-v2.0.0x). Messages may repeat what was sent, so they are dropped.
 */

const id = z.string().min(1).max(64);
const text = z.string().max(300).nullish();

/** A fault: `Id` is its code, `Name` the node it is about. */
const errors = z
  .array(z.object({ Id: text, Name: text }))
  .max(1_000)
  .nullish()
  .transform((list) => list ?? []);
export type TaxBanditsFault = z.output<typeof errors>[number];

const errorRecords = z
  .array(z.object({ SequenceId: text, Errors: errors }))
  .max(1_000)
  .nullish()
  .transform((list) => list ?? []);

const federalStatus = z
  .object({ Status: z.string().max(60), Errors: errors })
  .nullish()
  .transform((status) => status ?? null);

export const businessReply = z.object({ Business: z.object({ BusinessId: id }).nullish() });
export const savedBusinessReply = z.object({
  ErrorBusinesses: z
    .array(z.object({ Errors: errors }))
    .nullish()
    .transform((list) => list ?? []),
  Errors: errors,
});
export const validationReply = z.object({ ErrorRecords: errorRecords, Errors: errors });
export const createdReply = z.object({
  SubmissionId: id.nullish(),
  Form1099Records: z
    .object({
      SuccessRecords: z
        .array(z.object({ SequenceId: z.string().max(20), RecordId: id }))
        .nullish()
        .transform((list) => list ?? []),
      ErrorRecords: errorRecords,
    })
    .nullish(),
  Errors: errors,
});
export const transmittedReply = z.object({
  Form1099Records: z
    .array(z.object({ RecordId: id.nullish(), Errors: errors }))
    .nullish()
    .transform((list) => list ?? []),
  Errors: errors,
});
export const listReply = z.object({
  Form1099Records: z
    .array(
      z.object({
        SubmissionId: id,
        RecordId: id,
        PayeeRef: text,
        FederalStatus: federalStatus,
      }),
    )
    .nullish()
    .transform((list) => list ?? []),
});
export const statusReply = z.object({
  Form1099Records: z
    .array(z.object({ RecordId: id, FederalStatus: federalStatus }))
    .nullish()
    .transform((list) => list ?? []),
});

/** The webhook of the event "E-file Status Change (Federal)". Only what names records is read. */
export const statusEvent = z.object({
  SubmissionId: id,
  FormType: z.string().max(60),
  Records: z
    .array(z.object({ RecordId: id }))
    .min(1)
    .max(1_000),
});
