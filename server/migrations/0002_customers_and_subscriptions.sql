CREATE TABLE "contact_writes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contact_writes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"contact_id" integer NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"fields" text[] DEFAULT '{"email","phone","mobile"}' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"leased_until" timestamp with time zone,
	"next_try_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contacts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contacts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"customer_id" integer,
	"name" text NOT NULL,
	"role" text,
	"email" "citext",
	"phone" text,
	"mobile" text,
	"zoho_id" text,
	"first_name" text,
	"last_name" text,
	"company_name" text,
	"website" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "contacts_zoho_id_unique" UNIQUE("zoho_id")
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
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "customers_google_customer_id_unique" UNIQUE("google_customer_id")
);
--> statement-breakpoint
CREATE TABLE "domains" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "domains_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" "citext" NOT NULL,
	"customer_id" integer NOT NULL,
	"status" text DEFAULT 'ACTIVE' NOT NULL,
	"owner_id" integer,
	"claimed_by_id" integer,
	"asked_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
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
	"run_id" integer NOT NULL,
	"asked_at" timestamp with time zone NOT NULL
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
	"created_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "subscription_ids" (
	"external_id" text PRIMARY KEY NOT NULL,
	"subscription_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL
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
	"priced_seats" integer,
	"currency" text DEFAULT 'INR' NOT NULL,
	"margin" numeric(5, 2),
	"ended_at" timestamp with time zone,
	"answered_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "subscriptions_external_id_unique" UNIQUE("external_id")
);
--> statement-breakpoint
CREATE TABLE "sync_runs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sync_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"service" text NOT NULL,
	"state" text NOT NULL,
	"started_by_id" integer,
	"started_at" timestamp with time zone NOT NULL,
	"read_from" timestamp with time zone NOT NULL,
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
	"skipped" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"error" text,
	"may_pass" boolean DEFAULT false NOT NULL,
	"is_whole" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "prices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "prices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sku_id" text NOT NULL,
	"plan_name" text NOT NULL,
	"currency" text NOT NULL,
	"yearly" numeric(12, 2) NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seat_orders" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "seat_orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"subscription_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"added_seats" integer NOT NULL,
	"seats_before" integer,
	"seats_after" integer,
	"asked_at" timestamp with time zone,
	"estimate" numeric(14, 2),
	"currency" text,
	"state" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"leased_until" timestamp with time zone,
	"next_try_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "contact_writes" ADD CONSTRAINT "contact_writes_contact_id_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_reseller_id_resellers_id_fk" FOREIGN KEY ("reseller_id") REFERENCES "public"."resellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domains" ADD CONSTRAINT "domains_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domains" ADD CONSTRAINT "domains_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domains" ADD CONSTRAINT "domains_claimed_by_id_accounts_id_fk" FOREIGN KEY ("claimed_by_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_ids" ADD CONSTRAINT "subscription_ids_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_runs" ADD CONSTRAINT "sync_runs_started_by_id_accounts_id_fk" FOREIGN KEY ("started_by_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_orders" ADD CONSTRAINT "seat_orders_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_orders" ADD CONSTRAINT "seat_orders_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_writes_contact_id_id_index" ON "contact_writes" USING btree ("contact_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "contact_writes_state_next_try_at_index" ON "contact_writes" USING btree ("state","next_try_at");--> statement-breakpoint
CREATE INDEX "contacts_customer_id_index" ON "contacts" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "contacts_by_email" ON "contacts" USING btree ("email");--> statement-breakpoint
CREATE INDEX "contacts_trigram" ON "contacts" USING gin (company_name gin_trgm_ops,name gin_trgm_ops,(email::text) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "contacts_phone_trigram" ON "contacts" USING gin ((regexp_replace(coalesce(phone, ''), '[^0-9]', '', 'g') || ' ' || regexp_replace(coalesce(mobile, ''), '[^0-9]', '', 'g')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "customers_reseller_id_index" ON "customers" USING btree ("reseller_id");--> statement-breakpoint
CREATE INDEX "customers_by_company" ON "customers" USING btree ("company_name");--> statement-breakpoint
CREATE INDEX "customers_by_email" ON "customers" USING btree ("email");--> statement-breakpoint
CREATE INDEX "customers_by_zoho_contact" ON "customers" USING btree ("zoho_contact_id");--> statement-breakpoint
CREATE INDEX "customers_by_zoho_customer" ON "customers" USING btree ("zoho_customer_id");--> statement-breakpoint
CREATE INDEX "customers_company_trigram" ON "customers" USING gin (company_name gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "customers_company_begins" ON "customers" USING btree ((lower(company_name) collate "C"));--> statement-breakpoint
CREATE INDEX "customers_email_trigram" ON "customers" USING gin ((email::text) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "customers_phone_trigram" ON "customers" USING gin ((regexp_replace(coalesce(phone, ''), '[^0-9]', '', 'g')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "customers_by_gstin" ON "customers" USING btree ((upper(gst_number) collate "C"));--> statement-breakpoint
CREATE INDEX "domains_customer_id_index" ON "domains" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "domains_by_owner" ON "domains" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "domains_to_decide" ON "domains" USING btree ("asked_at") WHERE status = 'PENDING' or claimed_by_id is not null;--> statement-breakpoint
CREATE INDEX "domains_name_trigram" ON "domains" USING gin ((name::text) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "domains_directory" ON "domains" USING btree ((lower(name::text) collate "C"),"id","customer_id","name") WHERE status in ('ACTIVE', 'SUSPENDED');--> statement-breakpoint
CREATE INDEX "google_subscriptions_google_customer_id_index" ON "google_subscriptions" USING btree ("google_customer_id");--> statement-breakpoint
CREATE INDEX "google_subscriptions_run_id_index" ON "google_subscriptions" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "subscription_ids_subscription_id_index" ON "subscription_ids" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "subscription_ids_begin" ON "subscription_ids" USING btree ((lower(external_id) collate "C"));--> statement-breakpoint
CREATE INDEX "subscriptions_customer_id_index" ON "subscriptions" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "subscriptions_domain_id_index" ON "subscriptions" USING btree ("domain_id");--> statement-breakpoint
CREATE INDEX "subscriptions_active" ON "subscriptions" USING btree ("customer_id") WHERE status = 'ACTIVE' and ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "sync_runs_one_at_a_time" ON "sync_runs" USING btree ("service") WHERE state in ('queued', 'running');--> statement-breakpoint
CREATE UNIQUE INDEX "prices_one_of_a_kind" ON "prices" USING btree ("sku_id","plan_name","currency");--> statement-breakpoint
CREATE UNIQUE INDEX "seat_orders_one_at_a_time" ON "seat_orders" USING btree ("subscription_id") WHERE state in ('queued', 'unknown');--> statement-breakpoint
CREATE INDEX "seat_orders_state_next_try_at_index" ON "seat_orders" USING btree ("state","next_try_at");--> statement-breakpoint
CREATE INDEX "seat_orders_subscription_id_id_index" ON "seat_orders" USING btree ("subscription_id","id" DESC NULLS LAST);