import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

export const workOperations: AreaDefinition<CentralGroup> = {
  area: "crm-work",
  title: "Activities and tasks",
  family: "success",
  group: "crm-work",
  operations: [
    {
      name: "Activities",
      field: "query.activities",
      rest: { method: "GET", path: "/crm/activities" },
      tool: {
        name: "list_activities",
        keywords: ["timeline history of a contact what happened last talked"],
      },
    },
    {
      name: "LogActivity",
      field: "mutation.logActivity",
      bodyKey: "activity",
      rest: { method: "POST", path: "/crm/activities", status: 201 },
      tool: {
        name: "log_activity",
        keywords: ["note down phone conversation meeting with contact"],
      },
    },
    {
      name: "Tasks",
      field: "query.tasks",
      rest: { method: "GET", path: "/crm/tasks" },
      tool: { name: "list_tasks", keywords: ["to-do todos follow ups overdue open"] },
    },
    {
      name: "CreateTask",
      field: "mutation.createTask",
      bodyKey: "task",
      rest: { method: "POST", path: "/crm/tasks", status: 201 },
      tool: { name: "create_task", keywords: ["to-do todo follow up remind me to call"] },
    },
    {
      name: "CompleteTask",
      field: "mutation.completeTask",
      bodyKey: "task",
      rest: { method: "POST", path: "/crm/tasks/{taskId}/complete" },
      tool: { name: "complete_task", keywords: ["to-do todo done tick off"], idempotent: true },
    },
  ],
};
