const bankLogin = "Needs a login at a bank, which a person does in the bank's own window.";
const signedBySender = "The sender signs the body and the time of the call with a secret of its own.";
const deadLetter = "A dead letter exists only after a background job has failed.";
const approval =
  "Needs a request that waits: set an approval rule, then let another member send the payment.";
const hold = "A hold expires within the hour. Place one first and use its ID.";

const acceptedForm =
  "A form can be changed only after the tax service has accepted it, which takes some seconds.";

/** Operations whose example cannot run unchanged on the demo data, with what it needs first. */
export const notRunnable: ReadonlyMap<string, string> = new Map([
  ["CaptureCreditHold", hold],
  ["ReleaseCreditHold", hold],
  ["ApproveApprovalRequest", approval],
  ["RejectApprovalRequest", approval],
  ["CancelApprovalRequest", approval],
  ["CheckInAttendee", "The code of a ticket is a secret that only its registration returns."],
  ["DeadLetter", deadLetter],
  ["RetryDeadLetter", deadLetter],
  ["DiscardDeadLetter", deadLetter],
  ["ReplayProcessorEvent", "An event exists only after the payment processor has sent one."],
  ["ReceiveProcessorEvent", signedBySender],
  ["ReceiveTaxEvent", signedBySender],
  ["ReceiveMailReports", signedBySender],
  ["ReceiveFilingAck", signedBySender],
  [
    "DetachPaymentMethod",
    "The only card of a subscription stays. Save a second one in the billing portal first.",
  ],
  ["ExchangeBankToken", bankLogin],
  ["BankAccounts", bankLogin],
  ["BankBalances", bankLogin],
  ["SyncBankConnection", bankLogin],
  ["EditBankTransaction", bankLogin],
  ["ToggleBankApp", bankLogin],
  ["DisconnectBank", bankLogin],
  ["SyncBankLink", bankLogin],
  ["CompleteOauthConnection", "The provider makes the code and the state when a person has agreed there."],
  ["CorrectTaxForm", acceptedForm],
  ["VoidTaxForm", acceptedForm],
  ["RevealOneTimeSecret", "A secret is kept for an hour, and shown once: let an agent create a key first."],
]);
