import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "../../src/db/transaction.ts";
import { demoKeys, demoServiceAccounts } from "../../src/demo-identities.ts";
import { newId } from "../../src/ids.ts";
import { grantPurchase } from "../../subgraphs/hub/credits/grant-purchase.service.ts";
import { adoptCustomer } from "../../subgraphs/hub/processor/customers.service.ts";
import { createKeyOwner, makeKey, setTiers } from "./api-keys/key-owners.ts";
import { createHubApp, type HubApp } from "./support/hub-app.ts";
import { createSpender } from "./support/ledger.ts";

let app: HubApp;
/** Connects as the subgraph does: as the application's role, which sees no rows until a transaction sets an owner. */
let client: pg.Client;
beforeAll(async () => {
  app = await createHubApp();
  client = new pg.Client({
    connectionString: app.database.url,
    options: "-c role=hub_app -c search_path=hub,public",
  });
  await client.connect();
  const headers = { ...(await app.as("usr_full")), "idempotency-key": "k" };
  await createSpender(app, 10, { ownerId: "usr_full" });
  await buyCredits("usr_full");
  await app.post("/credits/consume", { appId: "central", amount: 1, description: "x" }, headers);
  await app.post("/credits/holds", { appId: "central", amount: 1, description: "x" }, headers);
  await useAndLoseKey();
  await deliverEvent("usr_full");
  await askForText("usr_full");
  await adoptCustomer(app.contextFor(null), "usr_full", "cus_full");
  await reload("usr_full");
  await subscribe("usr_full");
  await fileTaxForm("usr_full");
  await connectBank("usr_full");
  await connectAccount("usr_full");
  await drawImage("usr_full");
  await keepContacts("usr_full");
  await sendCampaign("usr_full");
  await foundOrganization("usr_full");
  await keepBlog("usr_full");
  await exportData("usr_full");
  await keepBooks("usr_full");
});
afterAll(async () => {
  await client?.end();
  await app?.close();
});

async function buyCredits(ownerId: string): Promise<void> {
  const ctx = app.contextFor(ownerId);
  const bought = { id: newId("txn"), type: "credit_purchase", ownerId, appId: "central", amount: 1000 };
  await inTransaction(ctx, (em) =>
    grantPurchase(ctx, em, { ...bought, packageId: "pkg_starter", credits: 10_000 }),
  );
}

/** A key that was used, and whose owner then lost the tier for keys. */
async function useAndLoseKey(): Promise<void> {
  const owner = await createKeyOwner(app);
  const { id, asKey } = await makeKey(app, owner);
  await app.get("/credits/balance/central", asKey);
  await app.get(`/api-keys/${id}/usage`, owner.headers);
  await setTiers(app, owner.ownerId, {});
}

/** A ledger with an account, a posted entry and a change of a period. */
async function keepBooks(ownerId: string): Promise<void> {
  const own = "'lgr_1', $1, 'lac_1'";
  await app.database.query(
    `WITH ledger AS (
       INSERT INTO hub.accounting_ledgers (id, owner_id, currency, fiscal_year_start, created_at)
       VALUES ('lgr_1', $1, 'USD', 1, now())
     ), account AS (
       INSERT INTO hub.accounting_accounts (ledger_id, owner_id, id, code, name, type, category, created_at, updated_at)
       VALUES (${own}, '1', 'x', 'asset', 'cash', now(), now())
     ), entry AS (
       INSERT INTO hub.accounting_entries (ledger_id, owner_id, id, date, kind, is_closing, memo, line_count, total,
         attachments, created_by, created_at)
       VALUES ('lgr_1', $1, 'jen_1', '2026-01-01', 'standard', false, 'x', 2, 1, '{}', $1, now())
     ), line AS (
       INSERT INTO hub.accounting_lines (ledger_id, owner_id, account_id, entry_id, line, date, is_closing, debit, credit)
       VALUES (${own}, 'jen_1', 1, '2026-01-01', false, 1, 0)
     ), balance AS (
       INSERT INTO hub.accounting_balances (ledger_id, owner_id, account_id, month, is_closing, debit, credit)
       VALUES (${own}, '2026-01-01', false, 1, 0)
     ), number AS (
       INSERT INTO hub.accounting_numbers (owner_id, ledger_id, fiscal_year, last_number) VALUES ($1, 'lgr_1', 2026, 1)
     ), vendor AS (
       INSERT INTO hub.accounting_vendors (id, owner_id, name, created_at, updated_at) VALUES ('ven_1', $1, 'x', now(), now())
     ), budget AS (
       INSERT INTO hub.accounting_budgets (ledger_id, owner_id, id, name, created_at, updated_at)
       VALUES ('lgr_1', $1, 'lbg_1', 'x', now(), now())
     ), budget_line AS (
       INSERT INTO hub.accounting_budget_lines (ledger_id, owner_id, account_id, budget_id, month, amount)
       VALUES (${own}, 'lbg_1', '2026-01-01', 1)
     ), bill AS (
       INSERT INTO hub.accounting_bills (ledger_id, owner_id, id, vendor_id, date, due_date, status, total, paid, created_by,
         created_at, updated_at)
       VALUES ('lgr_1', $1, 'vbl_1', 'ven_1', '2026-01-01', '2026-01-01', 'draft', 1, 0, $1, now(), now())
     ), bill_line AS (
       INSERT INTO hub.accounting_bill_lines (ledger_id, owner_id, account_id, bill_id, line, amount)
       VALUES (${own}, 'vbl_1', 1, 1)
     ), payment AS (
       INSERT INTO hub.accounting_bill_payments (ledger_id, owner_id, account_id, id, bill_id, amount, date, by_card, entry_id,
         created_by, created_at)
       VALUES (${own}, 'vbp_1', 'vbl_1', 1, '2026-01-01', false, 'jen_1', $1, now())
     ), statement AS (
       INSERT INTO hub.accounting_bank_statements (ledger_id, owner_id, account_id, id, format, from_date, to_date, status,
         line_count, lines_total, duplicates, created_by, created_at)
       VALUES (${own}, 'bst_1', 'csv', '2026-01-01', '2026-01-01', 'open', 1, 1, 0, $1, now())
     ), match AS (
       INSERT INTO hub.accounting_bank_matches (ledger_id, owner_id, id, matched_by, matched_at)
       VALUES ('lgr_1', $1, 'bmt_1', $1, now())
     ), bank_rule AS (
       INSERT INTO hub.accounting_bank_rules (ledger_id, owner_id, account_id, id, name, position, is_enabled, action, texts,
         created_by, created_at, updated_at)
       VALUES (${own}, 'bmr_1', 'x', 1, true, 'suggest', '{x}', $1, now(), now())
     ), rule_entry AS (
       INSERT INTO hub.accounting_bank_rule_entries (ledger_id, owner_id, entry_id, line_id, rule_id)
       VALUES ('lgr_1', $1, 'jen_1', 'bln_1', 'bmr_1')
     ), bank_line AS (
       INSERT INTO hub.accounting_bank_lines (ledger_id, owner_id, account_id, id, statement_id, identity, date, amount, payee,
         match_id, created_at)
       VALUES (${own}, 'bln_1', 'bst_1', 'x', '2026-01-01', 1, 'x', 'bmt_1', now())
     ), matched AS (
       INSERT INTO hub.accounting_bank_matched_lines (ledger_id, owner_id, entry_id, line, match_id)
       VALUES ('lgr_1', $1, 'jen_1', 1, 'bmt_1')
     ), mapping AS (
       INSERT INTO hub.accounting_mappings (ledger_id, owner_id, account_id, slot) VALUES (${own}, 'sales')
     ), export_account AS (
       INSERT INTO hub.accounting_export_accounts (ledger_id, owner_id, account_id, target, remote_account_id)
       VALUES (${own}, 'xero/1', 'x')
     ), export AS (
       INSERT INTO hub.accounting_exports (ledger_id, owner_id, id, connection_id, provider, company_id, company_name, target,
         from_date, to_date, status, earlier_count, accounts, created_by, created_at)
       VALUES ('lgr_1', $1, 'lex_1', 'ocn_1', 'xero', '1', 'x', 'xero/1', '2026-01-01', '2026-01-01', 'running', 0, '[]', $1,
         now())
     ), export_entry AS (
       INSERT INTO hub.accounting_export_entries (ledger_id, owner_id, id, export_id, entry_id, target, status, request_key,
         is_doubtful)
       VALUES ('lgr_1', $1, 'lee_1', 'lex_1', 'jen_1', 'xero/1', 'pending', 'x', false)
     ), posting AS (
       INSERT INTO hub.accounting_app_postings (ledger_id, owner_id, entry_id, app, kind, source_id, version, digest,
         source_date, created_at)
       VALUES ('lgr_1', $1, 'jen_1', 'invoicer', 'invoice', 'inv_1', 1, 'x', '2026-01-01', now())
     ), automatic AS (
       INSERT INTO hub.accounting_auto_postings (owner_id, app, posts_from, updated_by, updated_at)
       VALUES ($1, 'invoicer', '2026-01-01', $1, now())
     ), reconciliation AS (
       INSERT INTO hub.accounting_bank_reconciliations (ledger_id, owner_id, account_id, id, statement_id, through, opening,
         closing, completed_by, created_at)
       VALUES (${own}, 'brc_1', 'bst_1', '2026-01-01', 0, 1, $1, now())
     )
     INSERT INTO hub.accounting_period_changes (id, owner_id, ledger_id, month, action, made_by, made_at)
     VALUES ('fpc_1', $1, 'lgr_1', '2026-01-01', 'closed', $1, now())`,
    [ownerId],
  );
}

/** An event on its way to an endpoint, tried once. */
async function deliverEvent(ownerId: string): Promise<void> {
  await app.database.query(
    `WITH endpoint AS (
       INSERT INTO hub.webhook_endpoints (id, owner_id, source, url, event_types, secret_sealed, created_at, updated_at)
       VALUES ('whe_1', $1, 'account', 'https://hooks.example.com/', '{*}', 'x', now(), now()) RETURNING id
     ), event AS (
       INSERT INTO hub.webhook_events (id, owner_id, type, body, created_at) VALUES ('evt_1', $1, 'x', '{}', now()) RETURNING id
     ), delivery AS (
       INSERT INTO hub.webhook_deliveries (id, owner_id, endpoint_id, event_id, event_type, status, created_at)
       SELECT 'dlv_1', $1, endpoint.id, event.id, 'x', 'succeeded', now() FROM endpoint, event RETURNING id
     )
     INSERT INTO hub.webhook_attempts (delivery_id, number, owner_id, at, duration_ms)
     SELECT id, 1, $1, now(), 1 FROM delivery`,
    [ownerId],
  );
}

/** A subscription, and a second one that must be ended. */
async function subscribe(ownerId: string): Promise<void> {
  await app.database.query(
    `WITH one AS (
       INSERT INTO hub.subscriptions (id, owner_id, app_id, plan_id, status, processor_subscription_id,
         processor_customer_id, processor_status, understood_status, price_id, currency, interval, current_period_start,
         current_period_end, cancel_at_period_end, entitled, checked_at, created_at, updated_at)
       VALUES ('sub_1', $1, 'central', 'starter', 'active', 'sub_p1', 'cus_1', 'active', 'active', 'price_1', 'USD',
         'monthly', now(), now() + interval '1 month', false, true, now(), now(), now()))
     INSERT INTO hub.subscription_endings (processor_subscription_id, owner_id, app_id, reason, asked_at)
     VALUES ('sub_p2', $1, 'central', 'duplicate', now())`,
    [ownerId],
  );
}

/** An image that is stored, and the credit it took. */
async function drawImage(ownerId: string): Promise<void> {
  await app.database.query(
    `WITH image AS (
       INSERT INTO hub.image_credits (request_id, owner_id, app_id, month, source, status, expires_at, created_at)
       VALUES ('air_1', $1, 'central', '2026-05-01', 'allowance', 'spent', now(), now()))
     INSERT INTO hub.files (id, owner_id, app_id, filename, content_type, size, sha256, created_at, stored_at)
     VALUES ('file_1', $1, 'central', 'x.png', 'image/png', 1, 'x', now(), now())`,
    [ownerId],
  );
}

/** A connection to an outside service, and one that has begun. */
async function connectAccount(ownerId: string): Promise<void> {
  await app.database.query(
    `WITH flow AS (
       INSERT INTO hub.oauth_flows (id, owner_id, app_id, provider, state_hash, redirect_uri, return_url, scopes,
         secrets_sealed, created_at, expires_at)
       VALUES ('ofl_1', $1, 'finance', 'google', repeat('0', 64), 'x', 'x', '{}', 'x', now(), now()))
     INSERT INTO hub.oauth_connections (id, owner_id, app_id, provider, status, requested_scopes, scopes,
       access_token_sealed, created_at, updated_at)
     VALUES ('ocn_1', $1, 'finance', 'google', 'connected', '{}', '{}', 'x', now(), now())`,
    [ownerId],
  );
}

/** A bank connection in the middle of a sync, and one that is to be ended. */
async function connectBank(ownerId: string): Promise<void> {
  await app.database.query(
    `WITH connection AS (
       INSERT INTO hub.bank_connections (id, owner_id, institution_id, institution_name, status, products, item_id,
         access_token_sealed, next_sync_allowed_at, created_at, updated_at)
       VALUES ('conn_1', $1, 'ins_1', 'A bank', 'active', '{}', 'item_1', 'x', now(), now(), now())),
     app AS (
       INSERT INTO hub.bank_connection_apps (connection_id, app_id, owner_id, enabled, added_at)
       VALUES ('conn_1', 'finance', $1, true, now())),
     account AS (
       INSERT INTO hub.bank_accounts (id, connection_id, owner_id, provider_account_id, name, type, currency,
         balances_as_of, is_active, created_at, updated_at)
       VALUES ('bacc_1', 'conn_1', $1, 'a', 'Checking', 'depository', 'USD', now(), true, now(), now())),
     movement AS (
       INSERT INTO hub.bank_transactions (id, connection_id, account_id, owner_id, item_id, provider_id, amount, currency,
         date, name, pending, payment_channel, status, created_at, updated_at)
       VALUES ('btx_1', 'conn_1', 'bacc_1', $1, 'item_1', 't', 1, 'USD', now(), 'x', false, 'other', 'active', now(), now())),
     staged AS (
       INSERT INTO hub.bank_staged_changes (run_id, position, connection_id, owner_id, provider_id, kind)
       VALUES ('run_1', 0, 'conn_1', $1, 't', 'removed'))
     INSERT INTO hub.bank_item_removals (id, owner_id, connection_id, access_token_sealed, created_at)
     VALUES ('rem_1', $1, 'conn_2', 'x', now())`,
    [ownerId],
  );
}

/** A campaign with one delivered message, and its sender profile. */
async function sendCampaign(ownerId: string): Promise<void> {
  await app.database.query(
    `WITH profile AS (
       INSERT INTO hub.crm_profiles (owner_id, business_name, postal_address, created_at, updated_at)
       VALUES ($1, 'x', '{}', now(), now())),
     campaign AS (
       INSERT INTO hub.crm_campaigns (id, owner_id, category, subject, html_body, status, starts_at, total, accepted,
         duplicates, suppressed, invalid, reservation_id, created_at, updated_at)
       VALUES ('cmp_1', $1, 'marketing', 'x', 'x', 'completed', now(), 1, 1, 0, 0, 0, 'qrs_1', now(), now())),
     message AS (
       INSERT INTO hub.crm_messages (id, owner_id, campaign_id, channel, category, address, status, next_attempt_at, created_at)
       VALUES ('msg_1', $1, 'cmp_1', 'email', 'marketing', 'a@b.example', 'delivered', now(), now()))
     INSERT INTO hub.crm_delivery_reports (id, owner_id, message_id, address, kind, at)
     VALUES ('rpt_1', $1, 'msg_1', 'a@b.example', 'delivered', now())`,
    [ownerId],
  );
}

/** An export of all data whose archive has one part, a session, and a notification that is switched off. */
async function exportData(ownerId: string): Promise<void> {
  await app.database.query(
    `WITH part AS (
       INSERT INTO hub.file_parts (file_id, number, owner_id, storage_key, size, mark)
       VALUES ('file_1', 1, $1, 'x', 1, '{}')
     ), preference AS (
       INSERT INTO hub.notification_preferences (owner_id, event, channel, enabled, updated_by, updated_at)
       VALUES ($1, 'x', 'email', false, $1, now())
     ), session AS (
       INSERT INTO hub.user_sessions (id, owner_id, revocable, device, first_seen_at, last_seen_at, expires_at, lifetime_seconds)
       VALUES ('ses_1', $1, true, 'x', now(), now(), now(), 3600)
     ), sign_in AS (
       INSERT INTO hub.sign_in_records (kind, id_hash, owner_id, payload, expires_at)
       VALUES ('Grant', 'x', $1, '{}', now())
     ), one_time_secret AS (
       INSERT INTO hub.one_time_secrets (id, owner_id, required_scope, label, secret_hash, created_at, expires_at)
       VALUES ('ots_1', $1, 'webhooks', 'x', 'x', now(), now())
     ), request AS (
       INSERT INTO hub.request_log (owner_id, id, request_id, at, door, method, path, status, duration_ms,
         cost_hundredths, principal_type, principal_id)
       VALUES ($1, 'rql_1', 'req_1', now(), 'rest', 'GET', '/x', 200, 1, 0, 'user', $1)
     )
     INSERT INTO hub.data_exports (id, owner_id, requested_by, file_id, status, created_at, updated_at)
     VALUES ('exp_1', $1, $1, 'file_1', 'ready', now(), now())`,
    [ownerId],
  );
}

/** A contact with a history, a template, a quota in use, and a file of contacts that is on its way in. */
async function keepContacts(ownerId: string): Promise<void> {
  await app.database.query(
    `WITH contact AS (
       INSERT INTO hub.crm_contacts (id, owner_id, email, created_at, updated_at)
       VALUES ('ct_1', $1, 'a@b.example', now(), now())),
     consent AS (
       INSERT INTO hub.crm_consents (id, owner_id, contact_id, channel, status, source, at)
       VALUES ('cns_1', $1, 'ct_1', 'email', 'subscribed', 'form', now())),
     source AS (
       INSERT INTO hub.crm_contact_sources (owner_id, source, source_id, contact_id) VALUES ($1, 'google/x', 'people/1', 'ct_1')),
     suppression AS (
       INSERT INTO hub.crm_suppressions (id, owner_id, channel, address, reason, source, created_at)
       VALUES ('sup_1', $1, 'email', 'x@b.example', 'manual', 'owner', now())),
     quota AS (
       INSERT INTO hub.crm_quota_use (owner_id, month, kind, reserved) VALUES ($1, '2026-05-01', 'email', 1)),
     reservation AS (
       INSERT INTO hub.crm_quota_reservations (id, owner_id, month, kind, amount, created_at)
       VALUES ('qrs_1', $1, '2026-05-01', 'email', 1, now())),
     template AS (
       INSERT INTO hub.crm_templates (id, owner_id, name, subject, html_body, created_at, updated_at)
       VALUES ('tpl_1', $1, 'x', 'x', 'x', now(), now())),
     company AS (
       INSERT INTO hub.crm_companies (id, owner_id, name, created_at, updated_at)
       VALUES ('co_1', $1, 'x', now(), now())),
     pipeline AS (
       INSERT INTO hub.crm_pipelines (owner_id, pipeline, name, stages, created_at, updated_at)
       VALUES ($1, 'sales', 'x', '[]', now(), now())),
     deal AS (
       INSERT INTO hub.crm_deals (id, owner_id, title, amount, currency, pipeline, stage, created_at, updated_at)
       VALUES ('deal_1', $1, 'x', 1, 'USD', 'sales', 'lead', now(), now())),
     activity AS (
       INSERT INTO hub.crm_activities (id, owner_id, contact_id, kind, text, at, created_at)
       VALUES ('act_1', $1, 'ct_1', 'note', 'x', now(), now())),
     task AS (
       INSERT INTO hub.crm_tasks (id, owner_id, title, created_at, updated_at)
       VALUES ('tsk_1', $1, 'x', now(), now())),
     step AS (
       INSERT INTO hub.crm_deal_steps (deal_id, number, owner_id, kind, to_stage, actor, at)
       VALUES ('deal_1', 1, $1, 'created', 'lead', $1, now())),
     import AS (
       INSERT INTO hub.crm_imports (id, owner_id, filename, sha256, options, total_rows, created_at)
       VALUES ('imp_1', $1, 'x.csv', 'x', '{}', 1, now())),
     file AS (INSERT INTO hub.crm_import_files (import_id, owner_id, content) VALUES ('imp_1', $1, 'email'))
     INSERT INTO hub.crm_import_remarks (import_id, position, owner_id, line, outcome, reason, message)
     VALUES ('imp_1', 1, $1, 2, 'rejected', 'email', 'x')`,
    [ownerId],
  );
}

/** A blog with a post, its category, revision and slug. */
async function keepBlog(ownerId: string): Promise<void> {
  await app.database.query(
    `WITH blog AS (
       INSERT INTO hub.blogs (owner_id, handle, title, created_at, updated_at) VALUES ($1, 'x', 'x', now(), now())),
     handle AS (INSERT INTO hub.blog_handles (handle, owner_id, created_at) VALUES ('x', $1, now())),
     category AS (
       INSERT INTO hub.blog_categories (id, owner_id, name, slug, created_at) VALUES ('bct_1', $1, 'x', 'x', now())),
     post AS (
       INSERT INTO hub.blog_posts (id, owner_id, title, slug, markdown, html, excerpt, created_at, updated_at)
       VALUES ('bpo_1', $1, 'x', 'x', 'x', 'x', 'x', now(), now())),
     comment AS (
       INSERT INTO hub.blog_comments (id, owner_id, post_id, author_name, content, created_at)
       VALUES ('bcm_1', $1, 'bpo_1', 'x', 'x', now())),
     revision AS (
       INSERT INTO hub.blog_post_revisions (owner_id, post_id, revision, title, markdown, tags, author_id, created_at)
       VALUES ($1, 'bpo_1', 1, 'x', 'x', '{}', $1, now()))
     INSERT INTO hub.blog_post_slugs (owner_id, slug, post_id) VALUES ($1, 'x', 'bpo_1')`,
    [ownerId],
  );
}

/** A requested reload. */
async function reload(ownerId: string): Promise<void> {
  await app.database.query(
    `WITH payment AS (
       INSERT INTO hub.payment_transactions (id, owner_id, app_id, type, amount, currency, description, created_at, updated_at)
       VALUES ('txn_reload', $1, 'central', 'auto_reload', 1000, 'USD', 'x', now(), now()))
     INSERT INTO hub.reload_charges (reload_id, owner_id, transaction_id, created_at)
     VALUES ('rld_1', $1, 'txn_reload', now())`,
    [ownerId],
  );
}

/** A text request with one attempt. */
async function askForText(ownerId: string): Promise<void> {
  await app.database.query(
    `WITH request AS (
       INSERT INTO hub.ai_requests (id, owner_id, app_id, kind, prompt_hash, prompt_bytes, created_at)
       VALUES ('air_1', $1, 'central', 'text', 'x', 1, now()) RETURNING id)
     INSERT INTO hub.ai_attempts (request_id, number, owner_id, provider, model, outcome, duration_ms)
     SELECT id, 1, $1, 'openai', 'x', 'timeout', 1 FROM request`,
    [ownerId],
  );
}

/** An organization with an owner, a member who was offered the ownership, and an open invitation. */
async function foundOrganization(ownerId: string): Promise<void> {
  await app.database.query(
    `WITH organization AS (
       INSERT INTO hub.accounts (id, kind, name, created_at, updated_at)
       VALUES ('org_1', 'organization', 'x', now(), now()) RETURNING id
     ), member AS (
       INSERT INTO hub.users (id, created_at, last_seen_at) VALUES ('usr_member', now(), now()) RETURNING id
     ), members AS (
       INSERT INTO hub.account_members (owner_id, user_id, role, added_by, created_at, updated_at)
       VALUES ('org_1', $1, 'owner', $1, now(), now()), ('org_1', 'usr_member', 'member', $1, now(), now())
     ), choice AS (
       INSERT INTO hub.account_choices (user_id, owner_id, chosen_at) VALUES ('usr_member', 'org_1', now())
     ), invitation AS (
       INSERT INTO hub.account_invitations (id, owner_id, email, role, token_hash, status, invited_by, created_at,
         expires_at, updated_at)
       VALUES ('inv_1', 'org_1', 'x@example.com', 'member', 'x', 'pending', $1, now(), now(), now())
     ), domain AS (
       INSERT INTO hub.account_domains (id, owner_id, domain, challenge, added_by, created_at, updated_at)
       VALUES ('dom_1', 'org_1', 'x.example', 'x', $1, now(), now())
     ), removed AS (
       INSERT INTO hub.account_removed_members (owner_id, user_id, removed_by, removed_at)
       VALUES ('org_1', 'usr_removed', $1, now())
     ), rule AS (
       INSERT INTO hub.approval_rules (owner_id, kind, updated_by, updated_at) VALUES ('org_1', 'filings', $1, now())
     ), request AS (
       INSERT INTO hub.approval_requests (id, owner_id, kind, subgraph, operation, requester_kind, requester_id, summary,
         input_sealed, request_hash, status, created_at, expires_at)
       VALUES ('apr_1', 'org_1', 'filings', 'hub', 'x', 'user', $1, '{}', 'x', 'x', 'pending', now(), now())
     )
     INSERT INTO hub.account_ownership_offers (id, owner_id, offered_by, user_id, steps_down, created_at, expires_at)
     VALUES ('own_1', 'org_1', $1, 'usr_member', true, now(), now())`,
    [ownerId],
  );
}

/** A form that was filed, with its business and recipient. */
async function fileTaxForm(ownerId: string): Promise<void> {
  await app.database.query(
    `WITH business AS (
       INSERT INTO hub.tax_businesses (id, owner_id, business_name, ein_sealed, ein_fingerprint, ein_last4, address,
         contact_name, contact_phone, contact_email, created_at, updated_at)
       VALUES ('biz_1', $1, 'x', 'x', repeat('0', 64), '0000', '{}', 'x', 'x', 'x', now(), now())
     ), recipient AS (
       INSERT INTO hub.tax_recipients (id, owner_id, tin_type, tin_sealed, tin_fingerprint, tin_last4, profile, created_at,
         updated_at) VALUES ('rcp_1', $1, 'SSN', 'x', repeat('0', 64), '0000', '{}', now(), now())
     )
     INSERT INTO hub.tax_forms (id, owner_id, business_id, recipient_id, form_type, tax_year, kind, status,
       tin_fingerprint, profile, content, due_date, created_at, updated_at)
     VALUES ('f1099_1', $1, 'biz_1', 'rcp_1', '1099-NEC', 2025, 'original', 'draft', 'x', '{}', '{}', '2026-02-02', now(),
       now())`,
    [ownerId],
  );
}

/** Every table that says whose each row is. */
async function tenantTables(): Promise<{ name: string; owner: string; forced: boolean }[]> {
  return app.database.query(
    `SELECT c.relname AS name, a.attname AS owner, c.relrowsecurity AND c.relforcerowsecurity AS forced
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'hub'::regnamespace AND c.relkind = 'r'
       AND (a.attname IN ('owner_id', 'scope') OR (c.relname = 'users' AND a.attname = 'id')
            OR (c.relname = 'service_accounts' AND a.attname = 'id'))
     ORDER BY 1`,
  );
}

/** Rows that a query sees in a transaction for this owner. */
async function countAs(owner: string | null, sql: string): Promise<number> {
  await client.query("BEGIN");
  try {
    if (owner !== null) await client.query("SELECT set_config('app.user', $1, true)", [owner]);
    return (await client.query<{ n: number }>(`SELECT count(*)::int AS n FROM (${sql}) AS rows`)).rows[0]!.n;
  } finally {
    await client.query("ROLLBACK");
  }
}

describe("row security", () => {
  test("row-level security guards every table with an owner, for the table's owner too", async () => {
    const tables = await tenantTables();
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        "ai_attempts",
        "ai_requests",
        "api_access_ends",
        "api_key_totals",
        "api_key_usage",
        "api_keys",
        "audit_log",
        "bank_accounts",
        "bank_connection_apps",
        "bank_connections",
        "bank_item_removals",
        "bank_staged_changes",
        "bank_transactions",
        "blog_categories",
        "blog_comments",
        "blog_handles",
        "blog_post_revisions",
        "blog_post_slugs",
        "blog_posts",
        "blogs",
        "credit_accounts",
        "credit_entries",
        "credit_holds",
        "credit_lots",
        "credit_postings",
        "credit_purchases",
        "crm_activities",
        "crm_campaigns",
        "crm_companies",
        "crm_consents",
        "crm_contact_counts",
        "crm_contacts",
        "crm_deal_steps",
        "crm_deals",
        "crm_delivery_reports",
        "crm_import_files",
        "crm_import_remarks",
        "crm_imports",
        "crm_messages",
        "crm_pipelines",
        "crm_profiles",
        "crm_quota_reservations",
        "crm_quota_use",
        "crm_suppressions",
        "crm_tasks",
        "crm_templates",
        "entitlements",
        "files",
        "idempotency_keys",
        "image_credits",
        "one_time_secrets",
        "outbox_events",
        "oauth_connections",
        "oauth_flows",
        "payment_transactions",
        "processor_customers",
        "reload_charges",
        "service_accounts",
        "subscription_endings",
        "subscriptions",
        "tax_businesses",
        "tax_forms",
        "tax_recipients",
        "users",
      ]),
    );
    expect(tables.filter(({ forced }) => !forced)).toEqual([]);
  });

  test("the application's role owns nothing and cannot bypass row-level security", async () => {
    const [role] = await app.database.query(
      "SELECT rolsuper, rolbypassrls, rolcanlogin, rolcreaterole FROM pg_roles WHERE rolname = 'hub_app'",
    );
    expect(role).toEqual({ rolsuper: false, rolbypassrls: false, rolcanlogin: false, rolcreaterole: false });
    const owned = await app.database.query(
      "SELECT relname FROM pg_class WHERE relnamespace = 'hub'::regnamespace AND relowner = 'hub_app'::regrole",
    );
    expect(owned).toEqual([]);
  });

  test("without an owner no row of any such table is visible, though rows exist", async () => {
    for (const { name } of await tenantTables()) {
      const [all] = await app.database.query<{ n: number }>(`SELECT count(*)::int AS n FROM hub.${name}`);
      expect([name, all!.n > 0]).toEqual([name, true]);
      expect([name, await countAs(null, `SELECT 1 FROM ${name}`)]).toEqual([name, 0]);
      expect([name, await countAs("", `SELECT 1 FROM ${name}`)]).toEqual([name, 0]);
    }
  });

  test("an owner sees only their own rows", async () => {
    expect(await countAs("usr_full", "SELECT 1 FROM credit_entries")).toBe(3);
    for (const { name, owner } of await tenantTables()) {
      const foreign = `SELECT 1 FROM ${name} WHERE ${owner} <> 'usr_full'`;
      expect([name, await countAs("usr_full", foreign)]).toEqual([name, 0]);
    }
  });

  test("an owner cannot write a row of another account", async () => {
    await client.query("BEGIN");
    await client.query("SELECT set_config('app.user', 'usr_thief', true)");
    const theft = client.query(
      `INSERT INTO credit_accounts (id, owner_id, app_id, pool, balance, created_at)
       VALUES ('acc_x', 'usr_full', 'invoicer', 'standard', 100, now())`,
    );
    await expect(theft).rejects.toMatchObject({ code: "42501" });
    await client.query("ROLLBACK");
    await client.query("BEGIN");
    await client.query("SELECT set_config('app.user', 'usr_thief', true)");
    const { rowCount } = await client.query("UPDATE credit_accounts SET balance = 0");
    expect(rowCount).toBe(0);
    await client.query("ROLLBACK");
  });
});

describe("written entries are immutable", () => {
  test.each(["credit_entries", "credit_postings", "audit_log"])(
    "the application may neither change nor delete rows of %s, nor empty it",
    async (table) => {
      for (const sql of [`UPDATE ${table} SET owner_id = 'x'`, `DELETE FROM ${table}`, `TRUNCATE ${table}`]) {
        await expect(client.query(sql)).rejects.toMatchObject({ code: "42501" });
      }
    },
  );

  test("a movement whose postings do not sum to zero cannot be committed", async () => {
    const [entry] = await app.database.query<{ id: string }>("SELECT id FROM hub.credit_entries LIMIT 1");
    const write = app.database.query(
      "INSERT INTO hub.credit_postings (entry_id, ledger, owner_id, amount) VALUES ($1, 'system:adjust', 'x', 1)",
      [entry!.id],
    );
    await expect(write).rejects.toThrow(/do not sum to zero/);
  });
});

test("no usable key is anywhere in the database", async () => {
  const columns = await app.database.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND table_type = 'BASE TABLE'`,
  );
  expect(columns.map(({ name }) => name)).toContain("hub.api_keys");
  const dump: string[] = [];
  for (const { name } of columns) {
    for (const { row } of await app.database.query<{ row: string }>(
      `SELECT t::text AS row FROM ${name} AS t`,
    ))
      dump.push(row);
  }
  const text = dump.join("\n");
  const keys = [...demoKeys, ...demoServiceAccounts].map(({ key }) => key);
  expect(keys.filter((key) => text.includes(key) || text.includes(key.split("_").at(-1)!))).toEqual([]);
  expect(text).not.toMatch(/hub(sa)?_(live|test)_[0-9A-Za-z]{36}/);
});
