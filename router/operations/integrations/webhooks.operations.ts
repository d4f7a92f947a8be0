import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

export const webhooksOperations: AreaDefinition<CentralGroup> = {
  area: "webhooks",
  title: "Webhook endpoints and deliveries",
  family: "success",
  group: "webhooks",
  operations: [
    {
      name: "CreateWebhookEndpoint",
      field: "mutation.createWebhookEndpoint",
      rest: { method: "POST", path: "/webhooks/endpoints", status: 201 },
      tool: { name: "create_webhook_endpoint", keywords: ["send events to my server subscribe"] },
      panel: { page: "/webhooks", title: "New endpoint" },
    },
    {
      name: "ListWebhookEndpoints",
      field: "query.webhookEndpoints",
      rest: { method: "GET", path: "/webhooks/endpoints" },
      tool: { name: "list_webhook_endpoints", keywords: ["where do you send events"] },
      panel: { page: "/webhooks", title: "Endpoints" },
    },
    {
      name: "GetWebhookEndpoint",
      field: "query.webhookEndpoint",
      rest: { method: "GET", path: "/webhooks/endpoints/{endpointId}" },
    },
    {
      name: "UpdateWebhookEndpoint",
      field: "mutation.updateWebhookEndpoint",
      rest: { method: "PATCH", path: "/webhooks/endpoints/{endpointId}" },
      tool: {
        name: "update_webhook_endpoint",
        idempotent: true,
        keywords: ["pause enable disable endpoint change events url"],
      },
      panel: { page: "/webhooks", title: "Enable or disable an endpoint" },
    },
    {
      name: "DeleteWebhookEndpoint",
      field: "mutation.deleteWebhookEndpoint",
      rest: { method: "DELETE", path: "/webhooks/endpoints/{endpointId}" },
      tool: {
        name: "delete_webhook_endpoint",
        idempotent: true,
        keywords: ["stop sending events remove endpoint"],
        destructive: true,
      },
      panel: { page: "/webhooks", title: "Delete an endpoint" },
    },
    {
      name: "RotateWebhookSecret",
      field: "mutation.rotateWebhookSecret",
      rest: { method: "POST", path: "/webhooks/endpoints/{endpointId}/rotate-secret" },
      tool: { name: "rotate_webhook_secret", keywords: ["new signing secret leaked whsec"] },
      panel: { page: "/webhooks", title: "New signing secret" },
    },
    {
      name: "TestWebhookEndpoint",
      field: "mutation.testWebhookEndpoint",
      rest: { method: "POST", path: "/webhooks/endpoints/{endpointId}/test" },
      tool: { name: "test_webhook_endpoint", keywords: ["ping sample event try out"], openWorld: true },
      panel: { page: "/webhooks", title: "Send a test event" },
    },
    {
      name: "RecoverWebhookEndpoint",
      field: "mutation.recoverWebhookEndpoint",
      rest: { method: "POST", path: "/webhooks/endpoints/{endpointId}/recover" },
      tool: {
        name: "recover_webhook_endpoint",
        keywords: ["missed events resend all since outage"],
        openWorld: true,
      },
    },
    {
      name: "ListWebhookDeliveries",
      field: "query.webhookDeliveries",
      rest: { method: "GET", path: "/webhooks/deliveries" },
      tool: { name: "list_webhook_deliveries", firstDay: true, keywords: ["did events reach server failed"] },
      panel: { page: "/webhooks", title: "Deliveries" },
    },
    {
      name: "GetWebhookDelivery",
      field: "query.webhookDelivery",
      rest: { method: "GET", path: "/webhooks/deliveries/{deliveryId}" },
      tool: { name: "get_webhook_delivery", keywords: ["one delivery body attempts response"] },
      panel: { page: "/webhooks", title: "Delivery" },
    },
    {
      name: "ReplayWebhookDelivery",
      field: "mutation.replayWebhookDelivery",
      rest: { method: "POST", path: "/webhooks/deliveries/{deliveryId}/replay" },
      tool: {
        name: "redeliver_webhook",
        deprecatedAliases: ["replay_webhook_delivery"],
        keywords: ["send again missed event"],
        openWorld: true,
      },
      panel: { page: "/webhooks", title: "Replay" },
    },
  ],
};
