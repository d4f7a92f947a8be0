import type { AreaDefinition } from "../area.ts";
import type { BookingGroup } from "./groups.ts";

/** Questions that are asked at booking, and deposits by record. */
export const formAndDepositOperations: AreaDefinition<BookingGroup> = {
  area: "booking-forms-and-deposits",
  title: "Intake forms and deposits",
  needsApp: true,
  operations: [
    {
      name: "CreateIntakeForm",
      field: "mutation.createIntakeForm",
      rest: { method: "POST", path: "/intake-forms", status: 201 },
      tool: {
        name: "create_intake_form",
        group: "intake-forms",
        keywords: ["ask customers questions when they book questionnaire allergies"],
        example: {
          serviceId: "svc_01",
          questions: [{ key: "allergies", label: "Any allergies?", type: "text", required: true }],
        },
      },
    },
    {
      name: "ListIntakeForms",
      field: "query.listIntakeForms",
      bodyKey: "forms",
      rest: { method: "GET", path: "/intake-forms" },
      tool: {
        name: "list_intake_forms",
        group: "intake-forms",
        keywords: ["which questions do we ask at booking questionnaires"],
      },
    },
    {
      name: "UpdateIntakeForm",
      field: "mutation.updateIntakeForm",
      rest: { method: "PUT", path: "/intake-forms/{formId}" },
      tool: {
        name: "update_intake_form",
        group: "intake-forms",
        idempotent: true,
        keywords: ["change add remove questions asked at booking questionnaire"],
        example: {
          formId: "ifm_01",
          questions: [{ key: "allergies", label: "Any allergies?", type: "text", required: false }],
        },
      },
    },
    {
      name: "GetIntakeAnswers",
      field: "query.getIntakeAnswers",
      rest: { method: "GET", path: "/bookings/{bookingId}/intake-answers" },
      tool: {
        name: "get_intake_answers",
        group: "intake-forms",
        keywords: ["what did the customer answer questionnaire allergies"],
      },
    },
    {
      name: "RecordDeposit",
      field: "mutation.recordDeposit",
      rest: { method: "POST", path: "/bookings/{bookingId}/deposits", status: 201 },
      tool: {
        name: "record_deposit",
        group: "policies-deposits-forms",
        keywords: ["customer paid in advance prepayment down payment appointment cash"],
        example: { bookingId: "bkg_01", amount: 20, method: "cash" },
      },
    },
    {
      name: "RefundDeposit",
      field: "mutation.refundDeposit",
      rest: { method: "POST", path: "/booking-deposits/{depositId}/refund" },
      tool: {
        name: "refund_deposit",
        group: "policies-deposits-forms",
        destructive: true,
        openWorld: true,
        keywords: ["give prepayment back return advance payment of appointment"],
      },
    },
    {
      name: "ListDeposits",
      field: "query.listDeposits",
      rest: { method: "GET", path: "/booking-deposits" },
      tool: {
        name: "list_deposits",
        group: "policies-deposits-forms",
        keywords: ["prepayments advance payments for appointments received refunded"],
      },
    },
  ],
};
