CREATE TABLE "axima_domains" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "axima_domains_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" "citext" NOT NULL,
	"company_name" text DEFAULT '' NOT NULL,
	"customer_name" text NOT NULL,
	"customer_email" "citext" NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"tenant_name" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "axima_domains_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "axima_products" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "axima_products_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	CONSTRAINT "axima_products_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "axima_subscriptions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "axima_subscriptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"domain_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"user_count" integer NOT NULL,
	"billing_frequency" text NOT NULL,
	"start_date" date,
	"renewal_date" date NOT NULL,
	"status" text,
	"ticket_number" text DEFAULT '' NOT NULL,
	"order_id" text DEFAULT '' NOT NULL,
	"selling_price" numeric(12, 2),
	"buying_price" numeric(12, 2),
	"currency" text DEFAULT 'INR' NOT NULL,
	"margin_percent" numeric(5, 2),
	"requested_by" text DEFAULT '' NOT NULL,
	"field_distributor" text DEFAULT '' NOT NULL,
	"comments" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "directory_organizations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "directory_organizations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organization_id" text,
	"name" text NOT NULL,
	"email" "citext",
	"plan_name" text,
	"product_code" text,
	"licences" integer,
	"domain_id" integer,
	"subscription_id" integer,
	"contract_licences" integer,
	"run_id" integer,
	"gone_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "directory_organizations_organization_id_unique" UNIQUE("organization_id")
);
--> statement-breakpoint
CREATE TABLE "check_lines" (
	"run_id" integer NOT NULL,
	"line" integer NOT NULL,
	"input" text NOT NULL,
	"domain" text,
	"status" text,
	"result" jsonb,
	CONSTRAINT "check_lines_run_id_line_pk" PRIMARY KEY("run_id","line")
);
--> statement-breakpoint
CREATE TABLE "check_runs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "check_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"account_id" integer NOT NULL,
	"state" text NOT NULL,
	"lines" integer NOT NULL,
	"checked" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"heartbeat_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"error" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "axima_subscriptions" ADD CONSTRAINT "axima_subscriptions_domain_id_axima_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."axima_domains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "axima_subscriptions" ADD CONSTRAINT "axima_subscriptions_product_id_axima_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."axima_products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_organizations" ADD CONSTRAINT "directory_organizations_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_organizations" ADD CONSTRAINT "directory_organizations_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_lines" ADD CONSTRAINT "check_lines_run_id_check_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."check_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_runs" ADD CONSTRAINT "check_runs_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "axima_subscriptions_by_domain" ON "axima_subscriptions" USING btree ("domain_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "axima_subscriptions_one_of_a_product" ON "axima_subscriptions" USING btree ("domain_id","product_id") WHERE status is distinct from 'Cancelled';--> statement-breakpoint
CREATE UNIQUE INDEX "directory_organizations_one_per_domain" ON "directory_organizations" USING btree ("domain_id");--> statement-breakpoint
CREATE UNIQUE INDEX "directory_organizations_by_subscription" ON "directory_organizations" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "directory_organizations_by_name" ON "directory_organizations" USING btree (lower(name),"id");--> statement-breakpoint
CREATE INDEX "check_lines_by_status" ON "check_lines" USING btree ("run_id","status","line");--> statement-breakpoint
CREATE INDEX "check_runs_newest" ON "check_runs" USING btree ("kind","id" DESC NULLS LAST);