import { withApproval } from "../../../src/access/account-rights.ts";
import { needsApproval } from "../../../src/access/needs-approval.ts";
import { and, commitsMoney, costs, isPublic, type RuleMap } from "../../../src/access/rules.ts";
import { inHvut } from "./hvut-access.ts";

const reads = inHvut("read:filings");
const writes = inHvut("write:filings");
// Filing a return commits the payment of its balance.
const files = and(
  writes,
  withApproval("hvut"),
  commitsMoney,
  needsApproval("filings"),
  costs("filing.submit"),
);

export const hvutRules: RuleMap = {
  Query: {
    validateVin: reads,
    decodeVin: reads,
    determineWeightCategory: reads,
    estimate2290Tax: reads,
    form2290DueDate: reads,
    vehicleCredit: reads,
    form2290Penalty: reads,
    form2290TaxTables: reads,
    filer: reads,
    filers: reads,
    filerEinCheck: reads,
    // Authorized by the token in the link.
    filerNumbersPage: isPublic,
    vehicle: reads,
    vehicles: reads,
    filing: reads,
    filings: reads,
    amendments: reads,
    filingValidation: reads,
    form2290Preview: reads,
    filingDeadlines: reads,
    filingErrors: reads,
    filingEvents: reads,
    irsPayments: reads,
    claim8849: reads,
    claims8849: reads,
    schedule1: reads,
    schedule1Pdf: and(reads, costs("document.pdf")),
    // For registrars, who have the code but no account.
    schedule1Verification: isPublic,
  },
  Mutation: {
    createFiler: writes,
    updateFiler: writes,
    archiveFiler: writes,
    renewFilerEntryLink: writes,
    setFilerNumbers: writes,
    // Authorized by the token in the link.
    enterFilerNumbers: isPublic,
    addVehicle: writes,
    updateVehicle: writes,
    importVehicles: writes,
    recordVehicleDisposal: writes,
    recordMileage: writes,
    removeVehicle: writes,
    create2290Draft: writes,
    update2290Draft: writes,
    discard2290Draft: writes,
    addFilingVehicle: writes,
    updateFilingVehicle: writes,
    removeFilingVehicle: writes,
    setIrsPaymentMethod: and(writes, commitsMoney),
    recordIrsPayment: writes,
    create8849Claim: writes,
    sign2290: writes,
    file2290: files,
    resubmitFiling: files,
    emailSchedule1: writes,
    amendFiling: files,
    reportWeightIncrease: writes,
    reportMileageExceeded: writes,
    correctVin: writes,
    // Authorized by the webhook signature.
    receiveFilingAck: isPublic,
  },
};
