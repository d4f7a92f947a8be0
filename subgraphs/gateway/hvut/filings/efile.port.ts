import type { FilerAddress, Signatory } from "../filers/filer.entity.ts";
import type { FilingPayment } from "./filing.entity.ts";
import type { FilingKind } from "./filing-states.ts";
import type { ScheduleVehicle } from "../schedules/schedule.entity.ts";

/** A return as it is transmitted. Amounts are cents. */
export interface TransmittedReturn {
  /** The same for every try of one submission. */
  reference: string;
  kind: FilingKind;
  period: number;
  firstUseMonth: string;
  filer: {
    name: string;
    ein: string;
    address: FilerAddress;
    phone: string;
    addressChanged: boolean;
  };
  signature: Signatory & { pin: string; at: string };
  vehicles: (ScheduleVehicle & { logging: boolean; amountCents: number; previousVin: string | null })[];
  line2Cents: number;
  line3Cents: number;
  line5Cents: number;
  balanceCents: number;
  payment: FilingPayment | null;
  consent: boolean;
}

export interface SubmissionFault {
  code: string;
  message: string;
}

/** Status of a submission. */
export interface SubmissionState {
  submissionId: string;
  status: "received" | "accepted" | "rejected";
  errors: SubmissionFault[];
  decidedAt: string | null;
}

/** What filing needs of the e-file service. Every call is safe to repeat. Throws UPSTREAM_FAILED when it does not answer. */
export interface EfileService {
  /** A return that fails at submission is `refused`: it is never processed. */
  submit(asked: TransmittedReturn, key: string): Promise<SubmissionState | { refused: SubmissionFault[] }>;
  readSubmission(submissionId: string): Promise<SubmissionState>;
}

/** The service, and what it signs its acknowledgements with. */
export interface EfilePort {
  service: EfileService;
  /** The stand-in of the sandbox is in use: no authority sees a return, and every copy says so. */
  isSimulated: boolean;
  /** None: unsolicited acknowledgements are never trusted. */
  webhookSecrets: readonly string[];
}
