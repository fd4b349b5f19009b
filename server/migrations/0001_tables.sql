CREATE TABLE "account_menus" (
	"account_id" integer NOT NULL,
	"menu_id" integer NOT NULL,
	CONSTRAINT "account_menus_account_id_menu_id_pk" PRIMARY KEY("account_id","menu_id")
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"email" "citext" NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"password_hash" text NOT NULL,
	"status" text NOT NULL,
	"role" text NOT NULL,
	"department_id" integer,
	"first_login" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounts_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "departments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "departments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" "citext" NOT NULL,
	"role" text NOT NULL,
	CONSTRAINT "departments_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"account_id" integer NOT NULL,
	"key" text NOT NULL,
	"path" text NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"status" integer,
	"reply" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_account_id_key_pk" PRIMARY KEY("account_id","key")
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "menus" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "menus_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"to_route" text NOT NULL,
	"audience" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "menus_to_route_unique" UNIQUE("to_route")
);
--> statement-breakpoint
CREATE TABLE "otp_challenges" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "otp_challenges_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" "citext" NOT NULL,
	"purpose" text NOT NULL,
	"client" text NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"verified_at" timestamp with time zone,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"first_login" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"ip" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "throttles" (
	"key" text PRIMARY KEY NOT NULL,
	"hits" integer NOT NULL,
	"window_ends_at" timestamp with time zone NOT NULL,
	"blocked_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" integer,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"subject_id" integer,
	"changes" jsonb NOT NULL,
	"ip" text,
	"request_id" text
);
--> statement-breakpoint
CREATE TABLE "contacts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contacts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"customer_id" integer NOT NULL,
	"name" text NOT NULL,
	"role" text,
	"email" "citext",
	"phone" text,
	"mobile" text
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "customers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_name" text NOT NULL,
	"email" "citext",
	"phone" text,
	"gst_number" text,
	"reseller_id" integer,
	"segment" text,
	"zone" text,
	"google_customer_id" text,
	"zoho_customer_id" text,
	"zoho_contact_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customers_google_customer_id_unique" UNIQUE("google_customer_id")
);
--> statement-breakpoint
CREATE TABLE "domains" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "domains_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" "citext" NOT NULL,
	"customer_id" integer NOT NULL,
	"status" text DEFAULT 'ACTIVE' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "domains_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "resellers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "resellers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"company_name" text NOT NULL,
	"email" "citext" NOT NULL,
	"phone" text,
	"gst_number" text,
	CONSTRAINT "resellers_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"channel" text NOT NULL,
	"purpose" text NOT NULL,
	"renewal_id" integer,
	"recipient" text NOT NULL,
	"subject" text,
	"body" text,
	"sealed" "bytea",
	"parameters" text[],
	"dedupe_key" text,
	"state" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"provider_id" text,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
	"leased_until" timestamp with time zone,
	"next_try_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	CONSTRAINT "outbox_dedupe_key_unique" UNIQUE("dedupe_key")
);
--> statement-breakpoint
CREATE TABLE "month_revisions" (
	"month" date NOT NULL,
	"shard" integer NOT NULL,
	"revision" bigint NOT NULL,
	CONSTRAINT "month_revisions_month_shard_pk" PRIMARY KEY("month","shard")
);
--> statement-breakpoint
CREATE TABLE "renewal_comments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "renewal_comments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"renewal_id" integer NOT NULL,
	"comment" text NOT NULL,
	"form" jsonb,
	"updated_by" text NOT NULL,
	"updated_on" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "renewals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "renewals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"subscription_id" integer NOT NULL,
	"customer_id" integer NOT NULL,
	"term_start" date,
	"term_end" date NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"closed_because" text,
	"external_id" text NOT NULL,
	"domain_name" "citext" NOT NULL,
	"reseller_type" text NOT NULL,
	"plan_name" text NOT NULL,
	"status" text NOT NULL,
	"licensed_seats" integer,
	"number_of_seats" integer,
	"maximum_seats" integer,
	"sku_name" text NOT NULL,
	"margin" numeric(5, 2),
	"price" numeric(12, 2),
	"provider_renewal_date" date,
	"google_renewal_date" date,
	"zone" text,
	"segment" text,
	"assigned_to_id" integer,
	"followup_comment" text,
	"highlight_case" text,
	"confirmation_status" text,
	"agreement_status" text,
	"price_type" text,
	"upto20" numeric(12, 2),
	"above20" numeric(12, 2),
	"price_per_user" numeric(12, 2),
	"special_comments" text,
	"task_status" text,
	"reason" text,
	"sub_reason" text,
	"renewed_lic" integer,
	"add_lic" integer,
	"planned_sku" text,
	"next_renewal_date" date,
	"renewal_type" text,
	"extension_date" date,
	"support_charge" text,
	"suspension_reason" text,
	"suspension_text" text,
	"notification" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "google_subscriptions" (
	"external_id" text PRIMARY KEY NOT NULL,
	"google_customer_id" text NOT NULL,
	"domain" "citext" NOT NULL,
	"sku_id" text NOT NULL,
	"sku_name" text NOT NULL,
	"plan_name" text NOT NULL,
	"status" text NOT NULL,
	"billing_method" text,
	"number_of_seats" integer,
	"maximum_seats" integer,
	"licensed_seats" integer,
	"term_start" date,
	"term_end" date,
	"renewal_type" text,
	"suspension_reasons" text,
	"run_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"account_id" integer,
	"rows" jsonb NOT NULL,
	"verdicts" jsonb NOT NULL,
	"basis" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "subscription_ids" (
	"external_id" text PRIMARY KEY NOT NULL,
	"subscription_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subscriptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"customer_id" integer NOT NULL,
	"domain_id" integer NOT NULL,
	"source" text NOT NULL,
	"external_id" text NOT NULL,
	"sku_id" text NOT NULL,
	"sku_name" text NOT NULL,
	"plan_name" text NOT NULL,
	"status" text NOT NULL,
	"billing_method" text,
	"number_of_seats" integer,
	"maximum_seats" integer,
	"licensed_seats" integer,
	"term_start" date,
	"term_end" date,
	"renewal_type" text,
	"suspension_reasons" text,
	"own_renewal_date" date,
	"price" numeric(12, 2),
	"currency" text DEFAULT 'INR' NOT NULL,
	"margin" numeric(5, 2),
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscriptions_external_id_unique" UNIQUE("external_id")
);
--> statement-breakpoint
CREATE TABLE "sync_runs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sync_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"service" text NOT NULL,
	"state" text NOT NULL,
	"started_by_id" integer,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"heartbeat_at" timestamp with time zone,
	"page_token" text,
	"complete" boolean DEFAULT false NOT NULL,
	"pages" integer DEFAULT 0 NOT NULL,
	"subscriptions" integer DEFAULT 0 NOT NULL,
	"created" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"ended" integer DEFAULT 0 NOT NULL,
	"renewals_opened" integer DEFAULT 0 NOT NULL,
	"renewals_closed" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"error" text
);
--> statement-breakpoint
ALTER TABLE "account_menus" ADD CONSTRAINT "account_menus_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_menus" ADD CONSTRAINT "account_menus_menu_id_menus_id_fk" FOREIGN KEY ("menu_id") REFERENCES "public"."menus"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_department_id_departments_id_fk" FOREIGN KEY ("department_id") REFERENCES "public"."departments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_reseller_id_resellers_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."resellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domains" ADD CONSTRAINT "domains_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_renewal_id_renewals_id_fk" FOREIGN KEY ("renewal_id") REFERENCES "public"."renewals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renewal_comments" ADD CONSTRAINT "renewal_comments_renewal_id_renewals_id_fk" FOREIGN KEY ("renewal_id") REFERENCES "public"."renewals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renewals" ADD CONSTRAINT "renewals_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renewals" ADD CONSTRAINT "renewals_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renewals" ADD CONSTRAINT "renewals_assigned_to_id_accounts_id_fk" FOREIGN KEY ("assigned_to_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_ids" ADD CONSTRAINT "subscription_ids_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_runs" ADD CONSTRAINT "sync_runs_started_by_id_accounts_id_fk" FOREIGN KEY ("started_by_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_kind_role_index" ON "accounts" USING btree ("kind","role");--> statement-breakpoint
CREATE UNIQUE INDEX "idempotency_keys_account_id_key_index" ON "idempotency_keys" USING btree ("account_id","key");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_index" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "otp_challenges_email_purpose_client_id_index" ON "otp_challenges" USING btree ("email","purpose","client","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "sessions_account_id_index" ON "sessions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "throttles_window_ends_at_index" ON "throttles" USING btree ("window_ends_at");--> statement-breakpoint
CREATE INDEX "audit_log_subject_subject_id_id_index" ON "audit_log" USING btree ("subject","subject_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_log_at_index" ON "audit_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "contacts_customer_id_index" ON "contacts" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "customers_reseller_id_index" ON "customers" USING btree ("reseller_id");--> statement-breakpoint
CREATE INDEX "customers_by_company" ON "customers" USING btree ("company_name");--> statement-breakpoint
CREATE INDEX "domains_customer_id_index" ON "domains" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "outbox_renewal_id_id_index" ON "outbox" USING btree ("renewal_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "outbox_state_next_try_at_index" ON "outbox" USING btree ("state","next_try_at");--> statement-breakpoint
CREATE INDEX "renewal_comments_renewal_id_id_index" ON "renewal_comments" USING btree ("renewal_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "renewals_one_per_term" ON "renewals" USING btree ("subscription_id","term_end");--> statement-breakpoint
CREATE UNIQUE INDEX "renewals_one_open" ON "renewals" USING btree ("subscription_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "renewals_in_order" ON "renewals" USING btree ("term_end","id","assigned_to_id","segment","number_of_seats","licensed_seats");--> statement-breakpoint
CREATE INDEX "renewals_by_domain" ON "renewals" USING btree ("domain_name","id");--> statement-breakpoint
CREATE INDEX "renewals_by_seats" ON "renewals" USING btree ("number_of_seats" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "renewals_by_price" ON "renewals" USING btree ("price" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "renewals_by_assignee" ON "renewals" USING btree ("assigned_to_id","term_end");--> statement-breakpoint
CREATE INDEX "renewals_by_customer" ON "renewals" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "renewals_by_external_id" ON "renewals" USING btree ("external_id");--> statement-breakpoint
CREATE INDEX "renewals_domain_trigram" ON "renewals" USING gin ((domain_name::text) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "google_subscriptions_google_customer_id_index" ON "google_subscriptions" USING btree ("google_customer_id");--> statement-breakpoint
CREATE INDEX "google_subscriptions_run_id_index" ON "google_subscriptions" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "subscription_ids_subscription_id_index" ON "subscription_ids" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "subscriptions_customer_id_index" ON "subscriptions" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "subscriptions_domain_id_index" ON "subscriptions" USING btree ("domain_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sync_runs_one_at_a_time" ON "sync_runs" USING btree ("service") WHERE state in ('queued', 'running');