import { and, hasScope, isAuthenticated, type RuleMap } from "../../../src/access/rules.ts";

const managesWebhooks = and(isAuthenticated, hasScope("webhooks"));

export const webhooksRules: RuleMap = {
  Query: {
    webhookEndpoints: managesWebhooks,
    webhookEndpoint: managesWebhooks,
    webhookDeliveries: managesWebhooks,
    webhookDelivery: managesWebhooks,
  },
  Mutation: {
    createWebhookEndpoint: managesWebhooks,
    updateWebhookEndpoint: managesWebhooks,
    deleteWebhookEndpoint: managesWebhooks,
    rotateWebhookSecret: managesWebhooks,
    testWebhookEndpoint: managesWebhooks,
    recoverWebhookEndpoint: managesWebhooks,
    replayWebhookDelivery: managesWebhooks,
  },
};
