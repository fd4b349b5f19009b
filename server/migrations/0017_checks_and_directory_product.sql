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
	"heartbeat_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "directory_organizations_organization_id_unique" UNIQUE("organization_id")
);
--> statement-breakpoint
DROP INDEX "renewals_in_order";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "may_export" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "renewals" ADD COLUMN "product" text DEFAULT 'licence' NOT NULL;--> statement-breakpoint
ALTER TABLE "check_lines" ADD CONSTRAINT "check_lines_run_id_check_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."check_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_runs" ADD CONSTRAINT "check_runs_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_organizations" ADD CONSTRAINT "directory_organizations_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_organizations" ADD CONSTRAINT "directory_organizations_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "check_lines_by_status" ON "check_lines" USING btree ("run_id","status","line");--> statement-breakpoint
CREATE INDEX "check_runs_newest" ON "check_runs" USING btree ("kind","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "directory_organizations_one_per_domain" ON "directory_organizations" USING btree ("domain_id");--> statement-breakpoint
CREATE UNIQUE INDEX "directory_organizations_by_subscription" ON "directory_organizations" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "directory_organizations_by_name" ON "directory_organizations" USING btree (lower(name),"id");--> statement-breakpoint
CREATE INDEX "renewals_of_directory" ON "renewals" USING btree ("term_end","id") WHERE product = 'directory';--> statement-breakpoint
CREATE INDEX "renewals_in_order" ON "renewals" USING btree ("term_end","id","assigned_to_id","segment","number_of_seats","licensed_seats","domain_name") WHERE product = 'licence';--> statement-breakpoint
INSERT INTO menus (name, to_route, audience, position) VALUES
  ('Directory Renewals', '{directory_product}_renewal_data', 'staff', 37),
  ('Domain Checker', 'domain_checker', 'staff', 54),
  ('MX Records', 'mx_records', 'staff', 55);--> statement-breakpoint
-- Nobody could hand on a menu or a permission that nobody has: who has all of staff's menus gets the new ones too.
WITH complete AS (
  SELECT a.id FROM accounts a
  WHERE a.kind = 'staff' AND a.role = 'ADMIN' AND NOT EXISTS (
    SELECT FROM menus old WHERE old.audience = 'staff'
      AND old.to_route NOT IN ('{directory_product}_renewal_data', 'domain_checker', 'mx_records')
      AND NOT EXISTS (SELECT FROM account_menus am WHERE am.account_id = a.id AND am.menu_id = old.id)
  )
), permitted AS (
  UPDATE accounts SET may_export = true WHERE id IN (SELECT id FROM complete)
)
INSERT INTO account_menus (account_id, menu_id)
  SELECT c.id, m.id FROM complete c, menus m
  WHERE m.to_route IN ('{directory_product}_renewal_data', 'domain_checker', 'mx_records');
