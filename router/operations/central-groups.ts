/** Tool groups of the app `central` with their titles, in the order in which they are listed. */
export const centralGroups = {
  "profile-and-sessions": "Profile and sessions",
  organizations: "Organizations and members",
  invitations: "Invitations to organizations",
  "api-keys": "API keys",
  webhooks: "Webhooks",
  credits: "Credits",
  "subscriptions-and-billing": "Subscriptions and billing",
  ai: "AI",
  "crm-contacts-and-companies": "CRM contacts and companies",
  "crm-messages": "CRM messages",
  connections: "Connections",
  "crm-campaigns": "CRM campaigns",
  "crm-consent": "CRM consent and opt-outs",
  "bank-connections": "Bank connections",
  "tax-forms": "Tax forms",
  files: "Files",
  "property-scores": "Green Scores",
  "property-reports": "Property reports",
  "data-sources": "Property data sources",
  "user-administration": "User accounts",
  "app-administration": "Apps and service accounts",
  "platform-operations": "Audit trail and processor events",
} as const;

export type CentralGroup = keyof typeof centralGroups;
