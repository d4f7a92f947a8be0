import { financeRow as row } from "./finance-row.ts";
import type { OperationArea } from "./operation.ts";

export const financePlanningOperations: OperationArea = {
  area: "finance-planning",
  title: "Personal finance: budgets, bills, loans and investments",
  operations: [
    row(
      "CreateBudget",
      "mutation.createBudget",
      { method: "POST", path: "/budgets", status: 201 },
      {
        name: "create_budget",
        example: {
          name: "Household",
          currency: "USD",
          method: "envelope",
          categoryIds: ["cat_1"],
          amounts: [{ categoryId: "cat_1", amount: 400 }],
        },
      },
    ),
    row("ListBudgets", "query.budgets", { method: "GET", path: "/budgets" }, { name: "list_budgets" }),
    row(
      "GetBudgetMonth",
      "query.budgetMonth",
      { method: "GET", path: "/budgets/{budgetId}/months/{month}" },
      { name: "get_budget_month", example: { budgetId: "bud_1", month: "2026-05" } },
    ),
    row(
      "GetBudgetProgress",
      "query.budgetProgress",
      { method: "GET", path: "/budgets/{budgetId}/months/{month}/progress" },
      { name: "get_budget_progress", example: { budgetId: "bud_1", month: "2026-05" } },
    ),
    row(
      "SetBudgetAmount",
      "mutation.setBudgetAmount",
      { method: "PUT", path: "/budgets/{budgetId}/months/{month}/amounts/{categoryId}" },
      {
        name: "set_budget_amount",
        idempotent: true,
        example: { budgetId: "bud_1", month: "2026-05", categoryId: "cat_1", amount: 400 },
      },
    ),
    row(
      "MoveBudgetMoney",
      "mutation.moveBudgetMoney",
      { method: "POST", path: "/budgets/{budgetId}/months/{month}/moves" },
      {
        name: "move_budget_money",
        example: {
          budgetId: "bud_1",
          month: "2026-05",
          fromCategoryId: "cat_1",
          toCategoryId: "cat_2",
          amount: 25,
        },
      },
    ),
    row(
      "SetCategoryRollover",
      "mutation.setCategoryRollover",
      { method: "PUT", path: "/budgets/{budgetId}/rollovers/{categoryId}" },
      { name: "set_category_rollover", idempotent: true },
    ),
    row(
      "HoldForNextMonth",
      "mutation.holdForNextMonth",
      { method: "PUT", path: "/budgets/{budgetId}/months/{month}/held" },
      {
        name: "hold_for_next_month",
        idempotent: true,
        example: { budgetId: "bud_1", month: "2026-05", amount: 500 },
      },
    ),
    row(
      "CreateGoal",
      "mutation.createGoal",
      { method: "POST", path: "/goals", status: 201 },
      { name: "create_goal" },
    ),
    row("ListGoals", "query.goals", { method: "GET", path: "/goals" }, { name: "list_goals" }),
    row(
      "ContributeToGoal",
      "mutation.contributeToGoal",
      { method: "POST", path: "/goals/{goalId}/contributions" },
      { name: "contribute_to_goal" },
    ),
    row(
      "CreateBill",
      "mutation.createBill",
      { method: "POST", path: "/bills", status: 201 },
      {
        name: "create_bill",
        example: {
          payee: "Power Company",
          amount: 80,
          rrule: "FREQ=MONTHLY;BYMONTHDAY=15",
          accountId: "acc_1",
        },
      },
    ),
    row(
      "ListUpcomingBills",
      "query.upcomingBills",
      { method: "GET", path: "/upcoming-bills" },
      { name: "list_upcoming_bills" },
    ),
    row(
      "MarkBillPaid",
      "mutation.markBillPaid",
      { method: "PUT", path: "/bills/{billId}/occurrences/{occurrenceDate}/payment" },
      { name: "mark_bill_paid", idempotent: true },
    ),
    row(
      "SkipBill",
      "mutation.skipBill",
      { method: "POST", path: "/bills/{billId}/occurrences/{occurrenceDate}/skip" },
      { name: "skip_bill", idempotent: true },
    ),
    row(
      "DetectRecurring",
      "query.recurringPayments",
      { method: "GET", path: "/recurring-payments" },
      { name: "detect_recurring" },
    ),
    row(
      "AddLoan",
      "mutation.addLoan",
      { method: "POST", path: "/loans", status: 201 },
      {
        name: "add_loan",
        example: {
          name: "House",
          principal: 200_000,
          annualRate: 6,
          termMonths: 360,
          startDate: "2026-01-01",
        },
      },
    ),
    row(
      "GetLoanSchedule",
      "query.loanSchedule",
      { method: "GET", path: "/loans/{loanId}/schedule" },
      { name: "get_loan_schedule" },
    ),
    row(
      "AddSecurity",
      "mutation.addSecurity",
      { method: "POST", path: "/securities", status: 201 },
      {
        name: "add_security",
        example: { symbol: "VTI", name: "Total Stock Market", kind: "fund", currency: "USD" },
      },
    ),
    row(
      "RecordTrade",
      "mutation.recordTrade",
      { method: "POST", path: "/trades", status: 201 },
      {
        name: "record_trade",
        example: {
          accountId: "acc_1",
          securityId: "sec_1",
          side: "buy",
          date: "2026-01-05",
          quantity: 10,
          price: 250.25,
        },
      },
    ),
    row(
      "SetSecurityPrice",
      "mutation.setSecurityPrice",
      { method: "PUT", path: "/securities/{securityId}/prices/{date}" },
      { name: "set_security_price", idempotent: true },
    ),
    row("ListHoldings", "query.holdings", { method: "GET", path: "/holdings" }, { name: "list_holdings" }),
  ],
};
