/** A notification that the platform sends to accounts. */
interface NotificationEvent {
  description: string;
  /** Why it cannot be switched off; null when it can. */
  mandatory: string | null;
}

/**
 * Every mail to the people of an account. Mails that an account sends to its own customers (invoices, tickets, reminders,
 * campaigns) are not among them.
 */
export const notificationEvents = {
  webhook_disabled: {
    description: "A webhook endpoint was disabled after its deliveries failed.",
    mandatory: null,
  },
  approval_requested: {
    description: "A member of an organization asks for an approval that you can give.",
    mandatory: null,
  },
  approval_result: {
    description: "A request for approval that you made was rejected, has run, failed or expired.",
    mandatory: null,
  },
  task_reminder: {
    description: "A task of yours is due, at the time of its reminder.",
    mandatory: null,
  },
  domain_verification_ended: {
    description: "A domain of an organization that you administer is no longer verified.",
    mandatory: null,
  },
  finance_alert: {
    description: "An alert of your personal finances fired that is sent by e-mail.",
    mandatory: null,
  },
  data_export_ready: {
    description: "An archive of all data was written, with the link to download it.",
    mandatory: "It says that a copy of all data can be downloaded.",
  },
  account_closing: {
    description: "An owner closed the organization, and when it is erased.",
    mandatory: "It is the last chance to keep the data.",
  },
  account_invitation: {
    description: "Somebody was invited to the organization, with the link to accept.",
    mandatory: "It is the only way to the invitation.",
  },
} as const satisfies Record<string, NotificationEvent>;

export type NotificationName = keyof typeof notificationEvents;

export const notificationNames = Object.keys(notificationEvents) as NotificationName[];

export const notificationChannels = ["email"] as const;
export type NotificationChannel = (typeof notificationChannels)[number];
