import { readFileSync } from "node:fs";
import {
  buildSchema,
  getNamedType,
  isInputObjectType,
  parse,
  valueFromASTUntyped,
  type GraphQLArgument,
  type GraphQLInputField,
} from "graphql";
import { expect, test } from "vitest";
import { needsConfirmation } from "../../src/access/rules.ts";

/** Words in names, descriptions and arguments that refer to money, credits or paid quotas. */
const moneyWords =
  /\b(pay|pays|paid|payments?|payouts?|refunds?|reimburse\w*|credits?|deposits?|holds?|charge[sd]?|spends?|spent|money|amounts?|prices?|fees?|costs?|bills?|billing|debits?|due|owe[sd]?|purchases?|buys?|bought|transfers?|wages?|bonus|compensation|withh[eo]ld\w*|quota|balance|subscription|checkout|loan|trade|invoice|write off)\b/i;

/**
 * Mutations that speak of money and run without a confirmation, by the reason why. Everything else must say
 * `movesMoney` or `commitsMoney` in its rules.
 */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  "Its price is that of its use, as for every call; its purpose is not to spend.": [
    "createBookingSeries",
    "createBooking",
    "initiateCall",
    "generateImage",
  ],
  "Sets what later calls are priced or worked out with; it asks nobody for money.": [
    "createService",
    "updateService",
    "setCancellationPolicy",
    "createTicketType",
    "updateTicketType",
    "createItem",
    "createTaxRate",
    "updateItem",
    "createClient",
    "updateClient",
    "updateInvoiceSettings",
  ],
  "Decides whether clients can pay online; it moves nothing, and the owner enters bank details at the processor.":
    ["startPaymentOnboarding", "updatePaymentAccount", "disconnectPaymentAccount"],
  "The payer confirms the payment on the processor's page, and has no account here.": [
    "payInvoiceOnline",
    "payManagedBooking",
    "payManagedRegistration",
  ],
  "A guest's own tickets, by the page or the link: what goes back follows from the event's rule.": [
    "createPublicRegistration",
    "acceptManagedRegistration",
    "cancelManagedRegistration",
    "transferManagedRegistration",
  ],
  "A rule for later payments or refunds of guests; nothing moves when it is set.": [
    "createEvent",
    "updateEvent",
    "updateBookingPage",
  ],
  "Ends a link, or that a saved card is charged; it moves nothing.": [
    "revokePaymentLink",
    "removeSavedPaymentMethod",
    "removePortalPaymentMethod",
  ],
  "A client's contact data; the word is in the billing address.": ["updatePortalContact"],
  "A signed event of the processor, which has moved the money.": ["receiveConnectEvent"],
  "Only reserves or frees a time; the word is that of the slot.": [
    "holdSlot",
    "releaseSlot",
    "offerWaitlistSlot",
  ],
  "Works out a fee on the booking; what is left of a deposit paid online goes back to the customer by the policy.":
    ["cancelBooking", "cancelBookingSeries", "cancelManagedBooking", "markNoShow"],
  "The word has another meaning here.": [
    "removeCalendarSubscription",
    "createVoiceAgent",
    "updateVoiceAgent",
    "transferCall",
    "createTask",
  ],
  "The owner's own bookkeeping: nobody else's claim changes, and it can be undone.": [
    "createExpense",
    "updateExpense",
    "createBill",
    "markBillPaid",
    "skipBill",
    "updateBill",
    "deleteBill",
    "createBudget",
    "setBudgetAmount",
    "deleteBudget",
    "copyBudgetMonth",
    "coverOverspending",
    "moveBudgetMoney",
    "holdForNextMonth",
    "createGoal",
    "contributeToGoal",
    "updateGoal",
    "withdrawFromGoal",
    "closeGoal",
    "applyRules",
    "setDefaultTaxRate",
    "createContact",
    "createDeal",
    "updateDeal",
    "recordTrade",
    "deleteTrade",
    "updateTrade",
    "createAlert",
    "setTaxProfile",
    "recordDividend",
    "recordSpinOff",
    "setSecurityPrice",
    "refreshSecurityPrices",
    "addLoan",
    "createRule",
    "addTransaction",
    "updateTransaction",
    "splitTransaction",
    "deleteTransaction",
    "addTransfer",
    "matchTransfer",
    "unmatchTransfer",
    "createAccount",
    "updateAccount",
    "closeAccount",
    "adjustAccountBalance",
    "reconcileAccount",
    "completeBankReconciliation",
    "createBankRule",
    "updateBankRule",
    "archiveLedgerAccount",
    "createJournalEntry",
    "syncAppToLedger",
    "createVendorBill",
    "createVendor",
  ],
  "Says which payouts need a second person; it moves nothing, and is no tool.": ["setApprovalRule"],
  "Records what was paid to the IRS already: it sends nothing, and nobody owes more or less by it.": [
    "recordIrsPayment",
  ],
  "A draft of a return, or a setting of it: file_2290, which sends it, asks.": [
    "createFiler",
    "update2290Draft",
    "create8849Claim",
    "correctVin",
  ],
  "A document that asks for money, or its state: what is owed is settled by calls that ask.": [
    "createExternalInvoice",
    "sendInvoice",
    "markInvoiceSent",
    "cancelInvoice",
    "updateInvoice",
    "addInvoiceLine",
    "attachInvoiceFile",
    "removeInvoiceFile",
    "updateSellerProfile",
    "updateSellerBankDetails",
    "updateInvoiceLine",
    "removeInvoiceLine",
    "applyInvoiceDiscount",
    "deleteDraftInvoice",
    "createInvoice",
    "duplicateInvoice",
    "sendPaymentReminder",
    "createRecurringInvoice",
    "endRecurringInvoice",
    "updateRecurringInvoice",
    "pauseRecurringInvoice",
    "resumeRecurringInvoice",
    "sendCreditNote",
    "sendPaymentReceipt",
    "createReminderRule",
    "bulkSendInvoices",
    "billExpenseToClient",
    "regeneratePaymentLink",
    "convertQuotationToInvoice",
    "archiveClient",
  ],
  "What a payroll is worked out from: nothing is paid until run_payroll or approve_payroll, which ask.": [
    "updatePayrollSettings",
    "createPaySchedule",
    "archivePaySchedule",
    "skipPayPeriod",
    "createEmployee",
    "terminateEmployee",
    "setCompensation",
    "addRecurringEarning",
    "removeRecurringEarning",
    "updatePaySchedule",
    "setDepositSplit",
    "requestTimeOff",
    "submitW4",
    "setStateWithholding",
    "enrollInDeduction",
    "updateDeductionEnrollment",
    "endDeductionEnrollment",
    "updateGarnishment",
    "endGarnishment",
    "updateContractor",
    "addGarnishment",
    "addEmployeeBankAccount",
    "createPayrollDraft",
    "createContractor",
    "updateTimeEntry",
    "deleteTimeEntry",
    "approveTimesheet",
    "assignTimeOffPolicy",
  ],
  "Reports amounts of the past to an authority or in a file; it pays nothing.": [
    "generateW2",
    "exportPayroll",
    "fileTaxForm",
    "correctTaxForm",
  ],
  "For administrators of the platform, and no tool.": [
    "createApp",
    "updateApp",
    "replayProcessorEvent",
    "createCreditPackage",
    "updateCreditPackage",
    "setOperationCost",
    "createPlan",
    "updatePlan",
  ],
  "Comes from the payment processor, which signs it.": ["receiveProcessorEvent"],
  "Gives back what was set aside for what is not sent.": ["cancelCampaign"],
  "Opens a page on which the person decides.": ["openBillingPortal"],
  "Takes a way to pay away; nothing is charged by it.": ["detachPaymentMethod"],
  "Compares amounts that the bank has sent before; it moves none.": ["verifyEmployeeBankAccount"],
};

interface Mutation {
  name: string;
  text: string;
  facts: Record<string, unknown>;
}

const sdl = readFileSync("schema/supergraph.graphql", "utf8");
const words = (name: string) => name.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2");

/** Every mutation that clients may call, with all its texts. */
function readMutations(): Mutation[] {
  const schema = buildSchema(sdl, { assumeValidSDL: true });
  const facts = accessFacts();
  return Object.values(schema.getMutationType()!.getFields())
    .map(({ name, description, args }) => ({
      name,
      text: [words(name), description ?? "", ...args.flatMap(textsOf)].join(" "),
      facts: facts.get(name)!,
    }))
    .filter((mutation) => mutation.facts["auth"] !== "internal");
}

/** Names of an argument and of the fields of its input; their descriptions explain terms and are excluded. */
function textsOf({ name, type }: GraphQLArgument | GraphQLInputField): string[] {
  const named = getNamedType(type);
  const fields = isInputObjectType(named) ? Object.values(named.getFields()) : [];
  return [words(name), ...fields.map((field) => words(field.name))];
}

function accessFacts(): Map<string, Record<string, unknown>> {
  const mutation = parse(sdl).definitions.find(
    (node) => node.kind === "ObjectTypeDefinition" && node.name.value === "Mutation",
  );
  if (mutation?.kind !== "ObjectTypeDefinition") throw new Error("There is no Mutation type");
  return new Map(
    mutation.fields!.map(({ name, directives = [] }) => {
      const access = directives.find((node) => node.name.value === "access")!;
      const values = access.arguments!.map((arg) => [arg.name.value, valueFromASTUntyped(arg.value)]);
      return [name.value, Object.fromEntries(values) as Record<string, unknown>];
    }),
  );
}

const mutations = readMutations();
const excepted = Object.values(exceptions).flat();

test("a mutation about money requires confirmation, or is on the list of exceptions", () => {
  const missing = mutations
    .filter(({ text, facts }) => moneyWords.test(text) && !needsConfirmation(facts))
    .map(({ name }) => name)
    .filter((name) => !excepted.includes(name));
  expect(missing).toEqual([]);
});

test("the list of exceptions has no duplicates, and no mutation that is marked or not about money", () => {
  const known = new Map(mutations.map((mutation) => [mutation.name, mutation]));
  const stale = excepted.filter((name) => {
    const mutation = known.get(name);
    return !mutation || needsConfirmation(mutation.facts) || !moneyWords.test(mutation.text);
  });
  expect(stale).toEqual([]);
  expect(excepted.toSorted()).toEqual([...new Set(excepted)].toSorted());
});

test("operations that spend, hold, pay, settle or file are marked", () => {
  const marked = mutations.filter(({ facts }) => needsConfirmation(facts)).map(({ name }) => name);
  expect(marked).toEqual(
    expect.arrayContaining([
      "consumeCredits",
      "placeCreditHold",
      "captureCreditHold",
      "releaseCreditHold",
      "purchaseCredits",
      "recordPayment",
      "refundPayment",
      "voidPayment",
      "allocatePayment",
      "writeOffInvoice",
      "markInvoicePaid",
      "generateCreditNote",
      "applyCreditNote",
      "setIrsPaymentMethod",
      "file2290",
      "resubmitFiling",
      "amendFiling",
      "recordTaxDeposit",
      "runPayroll",
      "approvePayroll",
      "updatePayrollItem",
      "cancelPayrollRun",
      "reversePayslip",
      "payContractor",
      "setDefaultPaymentMethod",
      "sendBulkEmail",
      "sendSms",
      "placeCall",
      "cancelEvent",
      "cancelRegistration",
    ]),
  );
});
