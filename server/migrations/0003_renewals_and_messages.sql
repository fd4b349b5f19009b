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
	"updated_on" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "renewal_decisions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "renewal_decisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"renewal_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"decision" text NOT NULL,
	"seats" integer,
	"plan_name" text,
	"reason" text,
	"comment" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL
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
	"product" text DEFAULT 'licence' NOT NULL,
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
	"currency" text DEFAULT 'INR' NOT NULL,
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
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "renewals_domain_is_lower_case" CHECK (domain_name::text = lower(domain_name::text))
);
--> statement-breakpoint
CREATE TABLE "outbox_renewals" (
	"message_id" integer NOT NULL,
	"renewal_id" integer NOT NULL,
	"batch" integer,
	CONSTRAINT "outbox_renewals_renewal_id_message_id_pk" PRIMARY KEY("renewal_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"channel" text NOT NULL,
	"purpose" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text,
	"body" text,
	"sealed" "bytea",
	"letter" jsonb,
	"sealed_letter" "bytea",
	"reply_to" text,
	"template" text,
	"parameters" text[],
	"dedupe_key" text,
	"state" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"leased_until" timestamp with time zone,
	"next_try_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"provider_id" text,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	CONSTRAINT "outbox_dedupe_key_unique" UNIQUE("dedupe_key")
);
--> statement-breakpoint
ALTER TABLE "renewal_comments" ADD CONSTRAINT "renewal_comments_renewal_id_renewals_id_fk" FOREIGN KEY ("renewal_id") REFERENCES "public"."renewals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renewal_decisions" ADD CONSTRAINT "renewal_decisions_renewal_id_renewals_id_fk" FOREIGN KEY ("renewal_id") REFERENCES "public"."renewals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renewal_decisions" ADD CONSTRAINT "renewal_decisions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renewals" ADD CONSTRAINT "renewals_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renewals" ADD CONSTRAINT "renewals_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renewals" ADD CONSTRAINT "renewals_assigned_to_id_accounts_id_fk" FOREIGN KEY ("assigned_to_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox_renewals" ADD CONSTRAINT "outbox_renewals_message_id_outbox_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."outbox"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox_renewals" ADD CONSTRAINT "outbox_renewals_renewal_id_renewals_id_fk" FOREIGN KEY ("renewal_id") REFERENCES "public"."renewals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "renewal_comments_renewal_id_id_index" ON "renewal_comments" USING btree ("renewal_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "renewal_decisions_renewal_id_id_index" ON "renewal_decisions" USING btree ("renewal_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "renewals_one_per_term" ON "renewals" USING btree ("subscription_id","term_end");--> statement-breakpoint
CREATE UNIQUE INDEX "renewals_one_open" ON "renewals" USING btree ("subscription_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "renewals_in_order" ON "renewals" USING btree ("term_end","id","assigned_to_id","segment","number_of_seats","licensed_seats","domain_name") WHERE product = 'licence';--> statement-breakpoint
CREATE INDEX "renewals_undecided" ON "renewals" USING btree ("term_end","id","assigned_to_id","segment","number_of_seats","licensed_seats","domain_name") WHERE product = 'licence' and (closed_because is null or closed_because = 'passed')
      and (confirmation_status is null or confirmation_status in ('In Discussion', 'Extension', 'Mid Term Upgrade'));--> statement-breakpoint
CREATE INDEX "renewals_undecided_of_assignee" ON "renewals" USING btree ("assigned_to_id","term_end","id") WHERE product = 'licence' and (closed_because is null or closed_because = 'passed')
      and (confirmation_status is null or confirmation_status in ('In Discussion', 'Extension', 'Mid Term Upgrade'));--> statement-breakpoint
CREATE INDEX "renewals_of_directory" ON "renewals" USING btree ("term_end","id") WHERE product = 'directory';--> statement-breakpoint
CREATE INDEX "renewals_by_domain" ON "renewals" USING btree ("domain_name","id");--> statement-breakpoint
CREATE INDEX "renewals_by_seats" ON "renewals" USING btree ("number_of_seats" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "renewals_by_price" ON "renewals" USING btree ("currency","price" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "renewals_by_assignee" ON "renewals" USING btree ("assigned_to_id","term_end");--> statement-breakpoint
CREATE INDEX "renewals_by_customer" ON "renewals" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "renewals_by_external_id" ON "renewals" USING btree ("external_id");--> statement-breakpoint
CREATE INDEX "renewals_domain_trigram" ON "renewals" USING gin ((domain_name::text) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "outbox_renewals_message_id_index" ON "outbox_renewals" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "outbox_state_next_try_at_index" ON "outbox" USING btree ("state","next_try_at");--> statement-breakpoint
CREATE INDEX "outbox_newest" ON "outbox" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST,"state","purpose","channel");--> statement-breakpoint
CREATE INDEX "outbox_trigram" ON "outbox" USING gin (recipient gin_trgm_ops,subject gin_trgm_ops);