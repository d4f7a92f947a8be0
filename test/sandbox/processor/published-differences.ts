/**
 * Differences between the pinned version of the API (2026-10-28.endive) and the published document, which
 * describes an older one. The SDK's types are those of the pinned version, so the compiler checks the
 * stand-in's objects against it; this list only exempts them from requirements of the older document. Sources:
 * the changelog of the API and the SDK's types.
 */

/** Former fields of objects: `gone` may be missing, `loosened` may have another form. */
export const newerFields: Record<string, { gone?: string[]; loosened?: string[] }> = {
  // 2025-03-31.basil: billing periods are those of the items.
  subscription: { gone: ["current_period_end", "current_period_start"] },
  // 2025-03-31.basil: payments of an invoice are a list of their own, taxes are `total_taxes`.
  invoice: { gone: ["paid", "paid_out_of_band", "total_tax_amounts", "tax"] },
  // 2025-03-31.basil: a line states its source in `parent`.
  line_item: { gone: ["proration", "type"] },
};

/** Values that fields did not have. */
export const newerValues: Record<string, unknown[]> = {
  // 2023-08-16: the usual way of capturing.
  "payment_intent/capture_method": ["automatic_async"],
  // 2024-02: accounts that are described by `controller` have no type.
  "account/type": ["none"],
};

/** Parameters that requests did not have, by method and path. */
export const newerParameters: Record<string, string[]> = {
  "POST /v1/accounts": ["controller"],
  "POST /v1/payment_methods/{payment_method}": ["allow_redisplay"],
  // 2025-08-27.basil: the names of moments beside times.
  "POST /v1/subscriptions/{subscription_exposed_id}": ["cancel_at"],
};

/** Operations that the published document lacks. */
export const newerPaths: readonly RegExp[] = [
  /^POST \/v1\/invoices\/create_preview$/,
  /^GET \/v1\/invoice_payments$/,
  /^POST \/v1\/subscriptions\/\w+\/pause$/,
];
