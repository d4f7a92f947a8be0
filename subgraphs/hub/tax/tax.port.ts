import type { TaxBanditsCredentials } from "../../../src/taxbandits/access-token.ts";
import type { FormContent } from "./forms/form-content.ts";
import type { FiledStatus } from "./forms/form-states.ts";
import type { IndexedThresholds } from "./forms/form-years.ts";
import type { PostalAddress } from "./businesses/postal-address.ts";
import type { RecipientProfile } from "./forms/recipient-profile.ts";
import type { TinType } from "./forms/tin.ts";

/** Most records of one submission. */
export const maxBatch = 250;

/** The filing business, as the provider receives it. */
export interface RegisteredBusiness {
  /** Our id; the same one again is an update. */
  reference: string;
  name: string;
  dba: string | null;
  ein: string;
  address: PostalAddress;
  contact: { name: string; phone: string; email: string };
}

/** One form, as the provider receives it. */
export interface FilingRecord {
  /** Names the form and its attempt; the same one again is the same record. */
  reference: string;
  kind: "original" | "correction" | "void";
  /** The provider's record that this one corrects or voids. */
  originalRecordId: string | null;
  recipient: RecipientProfile & { tinType: TinType; tin: string };
  content: FormContent;
}

export interface Submission {
  businessReference: string;
  taxYear: number;
  channel: "IRIS" | "ANY";
  records: readonly FilingRecord[];
}

/** A record as the provider has it. */
export interface FiledRecord {
  reference: string;
  submissionId: string;
  recordId: string;
  status: FiledStatus;
  /** Codes of a rejection, and the fields they are about. */
  errors: readonly { code: string; field: string | null }[];
}

/** Records that the provider refused to take; none of the submission was taken. */
export interface RefusedSubmission {
  refused: readonly { code: string; field: string | null }[];
}

/**
 * The tax-filing provider. Every call may be made again with the same references. All throw TAX_PROVIDER_ERROR (500),
 * `details.retryable` says whether to try again.
 */
export interface TaxFilingProvider {
  readonly isConfigured: boolean;
  /** Whether our credentials are good. Throws when the provider does not say. */
  checkCredentials(): Promise<boolean>;
  saveBusiness(business: RegisteredBusiness): Promise<void>;
  /** At most 250 records. */
  submit(submission: Submission, key: string): Promise<readonly FiledRecord[] | RefusedSubmission>;
  /** The record again, with the status that it has now. */
  readRecord(record: Pick<FiledRecord, "reference" | "submissionId" | "recordId">): Promise<FiledRecord>;
  /** Null when the provider never took a record of this reference. */
  findRecord(reference: string): Promise<FiledRecord | null>;
}

/** External services and settings of tax filing. */
export interface TaxPorts {
  provider: TaxFilingProvider;
  environment: "sandbox" | "production";
  /** Any of them signs webhooks of the generic protocol. */
  webhookSecrets: readonly string[];
  /** Who signs webhooks of TaxBandits; null where another provider files. */
  taxBandits: Pick<TaxBanditsCredentials, "clientId" | "clientSecret"> | null;
  thresholds: IndexedThresholds;
}
