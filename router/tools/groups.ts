/**
 * Where the tools of each app belong, as people look for them: groups in the order of a day's work, and in each its tools,
 * those first that are needed on the first day (`*`). A tool that is not here belongs to its area.
 */
export const toolGroups: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  invoicer: {
    clients:
      "create_client* get_client* list_clients* update_client* archive_client restore_client delete_client merge_clients get_client_statement* get_client_balance",
    "client-contacts": "add_client_contact list_client_contacts update_client_contact remove_client_contact",
    "catalogue-items": "create_item* get_item list_items* update_item archive_item restore_item",
    "tax-rates": "create_tax_rate* list_tax_rates* update_tax_rate archive_tax_rate set_default_tax_rate",
    invoices:
      "create_invoice* get_invoice* list_invoices* search_invoices update_invoice* delete_draft_invoice* duplicate_invoice add_invoice_line update_invoice_line remove_invoice_line apply_invoice_discount preview_invoice_totals* send_invoice* mark_invoice_sent cancel_invoice* write_off_invoice get_payment_link* regenerate_payment_link render_invoice_pdf* list_invoice_history list_overdue_invoices* bulk_send_invoices attach_invoice_file",
    payments:
      "record_payment* get_payment list_payments* void_payment refund_payment* allocate_payment list_unapplied_payments send_payment_receipt",
    "credit-notes":
      "generate_credit_note* get_credit_note list_credit_notes apply_credit_note* refund_credit_note void_credit_note send_credit_note render_credit_note_pdf",
    quotations:
      "create_quotation* get_quotation list_quotations* update_quotation delete_draft_quotation send_quotation* accept_quotation* decline_quotation convert_quotation_to_invoice* render_quotation_pdf",
    "recurring-invoices":
      "create_recurring_invoice* get_recurring_invoice list_recurring_invoices update_recurring_invoice pause_recurring_invoice resume_recurring_invoice end_recurring_invoice preview_recurring_schedule",
    "payment-reminders":
      "send_payment_reminder* create_reminder_rule list_reminder_rules update_reminder_rule delete_reminder_rule",
    "receipts-and-expenses":
      "scan_receipt* get_receipt list_receipts confirm_receipt* discard_receipt create_expense* get_expense list_expenses* update_expense delete_expense bill_expense_to_client",
    "reports-and-settings":
      "get_monthly_report* get_aging_report* get_revenue_by_client get_tax_summary* update_invoice_settings*",
  },
  "event-manager": {
    services:
      "create_service* get_service* list_services* update_service* archive_service restore_service set_service_providers*",
    "providers-and-working-hours":
      "create_provider* get_provider list_providers* update_provider archive_provider set_weekly_hours* get_weekly_hours add_date_override* list_date_overrides remove_date_override block_provider_time* list_blocked_time unblock_provider_time",
    "locations-and-resources":
      "create_location list_locations update_location archive_location create_resource list_resources update_resource archive_resource",
    availability: "check_availability* find_next_available_slot* list_available_days hold_slot* release_slot",
    bookings:
      "create_booking* get_booking* list_bookings* update_booking_details reschedule_booking* cancel_booking* confirm_booking* decline_booking mark_no_show check_in_booking complete_booking reassign_booking* bulk_reschedule_bookings list_booking_history add_booking_note preview_cancellation get_agenda*",
    "recurring-bookings":
      "create_booking_series* get_booking_series update_booking_series cancel_booking_series",
    waitlist: "join_waitlist list_waitlist offer_waitlist_slot leave_waitlist",
    "booking-customers":
      "create_booking_customer get_booking_customer list_booking_customers update_booking_customer set_booking_customer_block",
    reminders:
      "send_reminder* create_reminder_schedule* list_reminder_schedules delete_reminder_schedule list_sent_notifications",
    "policies-deposits-forms":
      "set_cancellation_policy* get_cancellation_policy record_deposit refund_deposit list_deposits create_intake_form list_intake_forms update_intake_form get_intake_answers",
    calendar:
      "get_calendar_feed_url rotate_calendar_feed_token export_booking_ics* import_busy_calendar* list_busy_blocks",
    "events-and-tickets":
      "create_event* get_event list_events* update_event publish_event* cancel_event* create_ticket_type* list_ticket_types update_ticket_type register_attendee* cancel_registration check_in_attendee* list_attendees get_event_summary",
    reports: "get_utilization_report get_booking_report",
  },
  payroll: {
    "company-and-pay-schedules":
      "get_payroll_settings* update_payroll_settings* create_pay_schedule* list_pay_schedules update_pay_schedule archive_pay_schedule list_pay_periods*",
    employees:
      "create_employee* get_employee* list_employees* update_employee* terminate_employee* rehire_employee get_ytd_totals* list_employee_changes",
    "tax-set-up": "submit_w4* get_w4* list_w4_history set_state_withholding",
    "pay-rates-and-recurring-earnings":
      "set_compensation* list_compensation_history add_recurring_earning remove_recurring_earning",
    "direct-deposit":
      "add_employee_bank_account* list_employee_bank_accounts verify_employee_bank_account set_deposit_split remove_employee_bank_account",
    "deductions-and-garnishments":
      "create_deduction_type* list_deduction_types enroll_in_deduction* update_deduction_enrollment end_deduction_enrollment list_employee_deductions add_garnishment list_garnishments update_garnishment end_garnishment",
    time: "clock_in clock_out add_time_entry* update_time_entry delete_time_entry list_time_entries* approve_timesheet*",
    "time-off":
      "create_time_off_policy list_time_off_policies assign_time_off_policy get_time_off_balance* request_time_off approve_time_off deny_time_off",
    "payroll-runs":
      "run_payroll* create_payroll_draft* preview_payroll* get_payroll_run* list_payroll_runs* update_payroll_item* approve_payroll* reopen_payroll_run cancel_payroll_run* skip_pay_period reverse_payslip get_payroll_journal* compare_payroll_runs",
    payslips: "get_payslip* list_payslips* render_payslip_pdf email_payslip",
    taxes: "calculate_taxes* gross_up_pay list_tax_liabilities* record_tax_deposit get_tax_deposit_schedule",
    contractors:
      "create_contractor* get_contractor list_contractors update_contractor pay_contractor* list_contractor_payments cancel_contractor_payment",
    "forms-and-reports":
      "prepare_form_941* prepare_form_940 generate_w2* generate_1099_nec get_payroll_summary* export_payroll",
  },
  "ai-caller": {
    numbers:
      "search_available_numbers register_phone_number* list_phone_numbers* update_phone_number release_phone_number set_inbound_route",
    "voice-agents":
      "create_voice_agent* get_voice_agent list_voice_agents update_voice_agent archive_voice_agent list_voices",
    scripts:
      "create_script* get_script* list_scripts* update_script* publish_script_version* list_script_versions validate_script* simulate_script* archive_script",
    "call-contacts":
      "create_call_contact* get_call_contact list_call_contacts update_call_contact delete_call_contact import_call_contacts* validate_phone_number get_contact_call_history",
    lists:
      "create_contact_list list_contact_lists add_to_contact_list remove_from_contact_list delete_contact_list",
    "consent-and-do-not-call":
      "add_to_do_not_call* remove_from_do_not_call check_do_not_call* list_do_not_call record_consent*",
    calls:
      "initiate_call* get_call* list_calls* list_active_calls end_call* cancel_call* transfer_call retry_call estimate_call_cost get_call_events* set_call_disposition add_call_note",
    "transcripts-and-recordings":
      "get_transcript* search_transcripts* export_transcript redact_transcript summarize_call extract_call_data get_recording delete_recording",
    callbacks: "schedule_callback* list_callbacks* reschedule_callback cancel_callback",
    campaigns:
      "create_campaign* get_campaign list_campaigns update_campaign start_campaign* pause_campaign* cancel_campaign get_campaign_results*",
    "rules-and-reports":
      "get_calling_rules update_calling_rules* check_calling_window* get_call_analytics get_agent_performance",
  },
  hvut: {
    filers: "create_filer* get_filer list_filers update_filer archive_filer validate_ein*",
    vehicles:
      "validate_vin* decode_vin add_vehicle* get_vehicle list_vehicles* update_vehicle remove_vehicle import_vehicles* record_vehicle_disposal* record_mileage",
    calculation:
      "determine_weight_category* estimate_2290_tax* get_due_date* calculate_vehicle_credit* estimate_penalty",
    filing:
      "create_2290_draft* update_2290_draft discard_2290_draft add_filing_vehicle* update_filing_vehicle remove_filing_vehicle validate_2290* preview_2290* sign_2290* file_2290* get_filing* list_filings* get_filing_errors resubmit_filing* list_filing_events",
    payment: "set_irs_payment_method* record_irs_payment list_irs_payments",
    "schedule-1": "get_schedule1* render_schedule1_pdf* email_schedule1 verify_schedule1",
    amendments: "amend_filing* report_weight_increase* report_mileage_exceeded* correct_vin* list_amendments",
    "claims-and-deadlines": "create_8849_claim get_8849_claim list_8849_claims list_filing_deadlines*",
  },
  finance: {
    accounts:
      "create_account* get_account* list_accounts* update_account close_account reopen_account delete_account get_account_balance_history* reconcile_account* adjust_account_balance",
    "bank-links-and-import":
      "link_bank_account list_bank_links sync_bank_link* unlink_bank_account import_transactions* preview_import* list_import_batches undo_import save_import_mapping export_transactions",
    transactions:
      "add_transaction* get_transaction list_transactions* search_transactions* update_transaction* delete_transaction split_transaction* unsplit_transaction bulk_categorize* mark_transaction_cleared add_transfer* match_transfer unmatch_transfer find_duplicate_transactions merge_duplicate_transactions attach_transaction_receipt review_transaction",
    categories:
      "create_category* list_categories* update_category archive_category merge_categories create_category_group list_category_groups update_category_group",
    payees: "list_payees get_payee rename_payee merge_payees set_payee_default_category",
    tags: "create_tag list_tags tag_transactions delete_tag",
    "categorisation-rules": "create_rule* list_rules update_rule delete_rule test_rule apply_rules*",
    budgets:
      "create_budget* get_budget list_budgets update_budget delete_budget set_budget_amount* move_budget_money* copy_budget_month get_budget_month* get_budget_progress* hold_for_next_month set_category_rollover cover_overspending suggest_budget",
    goals:
      "create_goal* get_goal list_goals update_goal contribute_to_goal withdraw_from_goal close_goal project_goal",
    "bills-and-subscriptions":
      "create_bill* get_bill list_bills update_bill delete_bill mark_bill_paid skip_bill detect_recurring* list_upcoming_bills* list_recurring_charges",
    investments:
      "add_security list_securities record_trade* list_trades delete_trade record_dividend record_stock_split set_security_price list_holdings* get_portfolio_performance* get_asset_allocation list_tax_lots get_realized_gains set_target_allocation get_rebalancing_plan",
    "assets-and-loans":
      "add_asset record_asset_valuation list_asset_valuations add_loan* get_loan_schedule* simulate_extra_payment compare_payoff_strategies",
    "net-worth-cash-flow-reports":
      "get_net_worth* get_net_worth_history* analyze_cashflow* forecast_cashflow* get_spending_by_category* get_spending_trends get_income_summary compare_periods get_top_merchants get_savings_rate get_runway detect_unusual_spending get_financial_summary",
    taxes:
      "project_taxes* set_tax_profile get_tax_profile estimate_quarterly_taxes compare_filing_statuses list_deductible_transactions",
    "currencies-and-alerts":
      "set_exchange_rate list_exchange_rates convert_amount create_alert list_alerts delete_alert list_alert_events",
  },
  central: {
    "profile-and-sessions":
      "get_current_user* update_profile list_sessions revoke_session get_notification_preferences update_notification_preferences list_marketplace_apps* export_my_data request_account_deletion cancel_account_deletion",
    "api-keys":
      "list_api_keys* create_api_key* update_api_key rotate_api_key revoke_api_key* get_api_key_usage*",
    webhooks:
      "create_webhook_endpoint* list_webhook_endpoints update_webhook_endpoint delete_webhook_endpoint list_webhook_deliveries* redeliver_webhook",
    credits:
      "get_credit_balance* list_credit_history* list_credit_packages* purchase_credits* consume_credits* check_sufficient_credits get_operation_cost* list_operation_costs* get_credit_usage_by_tool get_auto_reload* set_auto_reload* list_auto_reload_history*",
    "subscriptions-and-billing":
      "list_plans* get_subscription_status* list_subscriptions create_subscription_checkout* create_billing_portal change_subscription_plan* cancel_subscription* reactivate_subscription pause_subscription resume_subscription list_payment_methods set_default_payment_method remove_payment_method list_billing_invoices get_upcoming_billing_invoice retry_billing_invoice create_payment_intent create_checkout_session list_payment_transactions",
    ai: "generate_text* generate_image* search_stock_photo get_ai_provider_status get_ai_usage list_ai_generations",
    "crm-contacts-and-companies":
      "create_contact* get_contact* list_contacts* search_contacts update_contact delete_contact merge_contacts import_contacts tag_contacts create_company list_companies update_company",
    "crm-deals-and-work":
      "create_deal* get_deal list_deals* update_deal move_deal_stage* close_deal get_pipeline_summary* log_activity list_activities create_task list_tasks complete_task",
    "crm-messages":
      "send_email* send_bulk_email* send_sms create_email_template list_email_templates update_email_template list_email_campaigns get_campaign_analytics get_crm_quotas list_unsubscribes",
    accounting:
      "create_ledger_account* list_ledger_accounts* update_ledger_account archive_ledger_account create_journal_entry* get_journal_entry list_journal_entries post_journal_entry* reverse_journal_entry* list_fiscal_periods close_fiscal_period reopen_fiscal_period get_trial_balance* get_profit_and_loss* get_balance_sheet* get_cash_flow_statement get_general_ledger import_bank_statement list_unmatched_bank_lines match_bank_line complete_bank_reconciliation create_vendor list_vendors create_vendor_bill list_vendor_bills approve_vendor_bill pay_vendor_bill get_accounts_payable_aging sync_app_to_ledger*",
    blog: "create_blog_post* get_blog_post list_blog_posts* update_blog_post publish_blog_post* unpublish_blog_post schedule_blog_post delete_blog_post list_blog_post_revisions restore_blog_post_revision create_blog_category list_blog_categories list_blog_comments moderate_blog_comment",
    connections:
      "start_oauth_connection get_oauth_connection_status list_oauth_connections revoke_oauth_connection",
  },
};
