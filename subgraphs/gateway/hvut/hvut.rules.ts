import { and, commitsMoney, costs, isPublic, type RuleMap } from "../../../src/access/rules.ts";
import { inHvut } from "./hvut-access.ts";

const reads = inHvut("read:filings");
const writes = inHvut("write:filings");

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
    // The link gives the right.
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
    schedule1: reads,
    schedule1Pdf: and(reads, costs("document.pdf")),
    // A registrar has the code, and no account.
    schedule1Verification: isPublic,
  },
  Mutation: {
    createFiler: writes,
    updateFiler: writes,
    archiveFiler: writes,
    renewFilerEntryLink: writes,
    setFilerNumbers: writes,
    // The link gives the right.
    enterFilerNumbers: isPublic,
    addVehicle: writes,
    importVehicles: writes,
    recordVehicleDisposal: writes,
    recordMileage: writes,
    removeVehicle: writes,
    create2290Draft: writes,
    update2290Draft: writes,
    addFilingVehicle: writes,
    removeFilingVehicle: writes,
    setIrsPaymentMethod: and(writes, commitsMoney),
    sign2290: writes,
    // A return that is sent commits the payment of its balance.
    file2290: and(writes, commitsMoney, costs("filing.submit")),
    resubmitFiling: and(writes, commitsMoney, costs("filing.submit")),
    amendFiling: and(writes, commitsMoney, costs("filing.submit")),
    reportWeightIncrease: writes,
    reportMileageExceeded: writes,
    correctVin: writes,
    // The signature gives the right.
    receiveFilingAck: isPublic,
  },
};
