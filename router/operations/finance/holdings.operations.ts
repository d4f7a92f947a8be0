import type { AreaDefinition } from "../area.ts";
import type { FinanceGroup } from "./groups.ts";
import { financePlanningArea } from "./finance-planning.area.ts";

export const financeHoldingsOperations: AreaDefinition<FinanceGroup> = {
  ...financePlanningArea,
  operations: [
    {
      name: "CreateBill",
      field: "mutation.createBill",
      rest: { method: "POST", path: "/bills", status: 201 },
      tool: {
        name: "create_bill",
        group: "bills-and-subscriptions",
        firstDay: true,
        keywords: ["rent electricity due every month payable"],
        example: {
          payee: "Power Company",
          amount: 80,
          rrule: "FREQ=MONTHLY;BYMONTHDAY=15",
          accountId: "acc_1",
        },
      },
    },
    {
      name: "ListUpcomingBills",
      field: "query.upcomingBills",
      rest: { method: "GET", path: "/upcoming-bills" },
      tool: {
        name: "list_upcoming_bills",
        group: "bills-and-subscriptions",
        firstDay: true,
        keywords: ["due soon next bills coming"],
      },
    },
    {
      name: "MarkBillPaid",
      field: "mutation.markBillPaid",
      rest: { method: "PUT", path: "/bills/{billId}/occurrences/{occurrenceDate}/payment" },
      tool: {
        name: "mark_bill_paid",
        group: "bills-and-subscriptions",
        keywords: ["electricity rent bill paid done"],
        idempotent: true,
      },
    },
    {
      name: "SkipBill",
      field: "mutation.skipBill",
      rest: { method: "POST", path: "/bills/{billId}/occurrences/{occurrenceDate}/skip" },
      tool: {
        name: "skip_bill",
        group: "bills-and-subscriptions",
        keywords: ["no bill this month"],
        idempotent: true,
      },
    },
    {
      name: "DetectRecurring",
      field: "query.recurringPayments",
      rest: { method: "GET", path: "/recurring-payments" },
      tool: {
        name: "detect_recurring",
        group: "bills-and-subscriptions",
        firstDay: true,
        keywords: ["find subscriptions regular payments"],
      },
    },
    {
      name: "AddLoan",
      field: "mutation.addLoan",
      rest: { method: "POST", path: "/loans", status: 201 },
      tool: {
        name: "add_loan",
        group: "assets-and-loans",
        firstDay: true,
        keywords: ["mortgage car debt new borrow"],
        example: {
          name: "House",
          principal: 200_000,
          annualRate: 6,
          termMonths: 360,
          startDate: "2026-01-01",
        },
      },
    },
    {
      name: "GetLoanSchedule",
      field: "query.loanSchedule",
      rest: { method: "GET", path: "/loans/{loanId}/schedule" },
      tool: {
        name: "get_loan_schedule",
        group: "assets-and-loans",
        firstDay: true,
        keywords: ["payments left interest when paid off"],
      },
    },
    {
      name: "AddSecurity",
      field: "mutation.addSecurity",
      rest: { method: "POST", path: "/securities", status: 201 },
      tool: {
        name: "add_security",
        group: "investments",
        keywords: ["new stock fund to follow"],
        example: { symbol: "VTI", name: "Total Stock Market", kind: "fund", currency: "USD" },
      },
    },
    {
      name: "RecordTrade",
      field: "mutation.recordTrade",
      rest: { method: "POST", path: "/trades", status: 201 },
      tool: {
        name: "record_trade",
        group: "investments",
        firstDay: true,
        keywords: ["bought sold shares stock buy sell ten"],
        example: {
          accountId: "acc_1",
          securityId: "sec_1",
          side: "buy",
          date: "2026-01-05",
          quantity: 10,
          price: 250.25,
        },
      },
    },
    {
      name: "SetSecurityPrice",
      field: "mutation.setSecurityPrice",
      rest: { method: "PUT", path: "/securities/{securityId}/prices/{date}" },
      tool: {
        name: "set_security_price",
        group: "investments",
        keywords: ["stock price today by hand"],
        idempotent: true,
      },
    },
    {
      name: "RefreshSecurityPrices",
      field: "mutation.refreshSecurityPrices",
      rest: { method: "POST", path: "/price-refreshes" },
      tool: {
        name: "refresh_security_prices",
        group: "investments",
        keywords: ["update stock quotes latest market closing price"],
      },
    },
    {
      name: "ListSecurityPrices",
      field: "query.securityPrices",
      rest: { method: "GET", path: "/securities/{securityId}/prices" },
      tool: {
        name: "list_security_prices",
        group: "investments",
        keywords: ["quote history chart of a stock fund"],
        example: { securityId: "sec_1", from: "2026-01-01", to: "2026-01-31" },
      },
    },
    {
      name: "ListHoldings",
      field: "query.holdings",
      rest: { method: "GET", path: "/holdings" },
      tool: {
        name: "list_holdings",
        group: "investments",
        firstDay: true,
        keywords: ["which stocks shares do i own", "my funds etf positions worth now"],
      },
    },
  ],
};
