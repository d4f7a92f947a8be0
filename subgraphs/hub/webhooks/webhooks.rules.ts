import { and, hasScope, isAuthenticated, needsPerson, type RuleMap } from "../../../src/access/rules.ts";

const managesWebhooks = and(isAuthenticated, hasScope("webhooks"));

export const webhooksRules: RuleMap = {
  Query: {
    webhookEndpoints: managesWebhooks,
    webhookEndpoint: managesWebhooks,
    webhookDeliveries: managesWebhooks,
    webhookDelivery: managesWebhooks,
  },
  Mutation: {
    createWebhookEndpoint: and(managesWebhooks, needsPerson),
    updateWebhookEndpoint: and(managesWebhooks, needsPerson),
    deleteWebhookEndpoint: and(managesWebhooks, needsPerson),
    rotateWebhookSecret: and(managesWebhooks, needsPerson),
    testWebhookEndpoint: managesWebhooks,
    recoverWebhookEndpoint: managesWebhooks,
    replayWebhookDelivery: managesWebhooks,
  },
};
