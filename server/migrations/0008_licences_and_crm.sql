CREATE TABLE "crm_tasks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "crm_tasks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"subject" text NOT NULL,
	"description" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"leased_until" timestamp with time zone,
	"next_try_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"zoho_id" text,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "crm_tasks_zoho_id_unique" UNIQUE("zoho_id")
);
--> statement-breakpoint
CREATE TABLE "contact_writes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contact_writes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"contact_id" integer NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"leased_until" timestamp with time zone,
	"next_try_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "prices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "prices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sku_id" text NOT NULL,
	"plan_name" text NOT NULL,
	"currency" text NOT NULL,
	"yearly" numeric(12, 2) NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seat_orders" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "seat_orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"subscription_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"added_seats" integer NOT NULL,
	"seats_before" integer,
	"seats_after" integer,
	"estimate" numeric(14, 2),
	"currency" text,
	"state" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"leased_until" timestamp with time zone,
	"next_try_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "contacts" ALTER COLUMN "customer_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "zoho_id" text;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "first_name" text;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "last_name" text;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "company_name" text;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "website" text;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "created_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_writes" ADD CONSTRAINT "contact_writes_contact_id_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_orders" ADD CONSTRAINT "seat_orders_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_orders" ADD CONSTRAINT "seat_orders_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renewal_decisions" ADD CONSTRAINT "renewal_decisions_renewal_id_renewals_id_fk" FOREIGN KEY ("renewal_id") REFERENCES "public"."renewals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renewal_decisions" ADD CONSTRAINT "renewal_decisions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "crm_tasks_state_next_try_at_index" ON "crm_tasks" USING btree ("state","next_try_at");--> statement-breakpoint
CREATE INDEX "contact_writes_contact_id_id_index" ON "contact_writes" USING btree ("contact_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "contact_writes_state_next_try_at_index" ON "contact_writes" USING btree ("state","next_try_at");--> statement-breakpoint
CREATE UNIQUE INDEX "prices_one_of_a_kind" ON "prices" USING btree ("sku_id","plan_name","currency");--> statement-breakpoint
CREATE UNIQUE INDEX "seat_orders_one_at_a_time" ON "seat_orders" USING btree ("subscription_id") WHERE state in ('queued', 'unknown');--> statement-breakpoint
CREATE INDEX "seat_orders_state_next_try_at_index" ON "seat_orders" USING btree ("state","next_try_at");--> statement-breakpoint
CREATE INDEX "seat_orders_subscription_id_id_index" ON "seat_orders" USING btree ("subscription_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "renewal_decisions_renewal_id_id_index" ON "renewal_decisions" USING btree ("renewal_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "contacts_by_email" ON "contacts" USING btree ("email");--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_zoho_id_unique" UNIQUE("zoho_id");--> statement-breakpoint
INSERT INTO menus (name, to_route, audience, position) VALUES
  ('Add License', 'add_license', 'customer', 20),
  ('My Renewals', 'my_renewals', 'customer', 30),
  ('Admin Add License', 'admin_add_license', 'staff', 70),
  ('Add Customer', 'add_customer', 'staff', 80),
  ('Update Customer', 'update_customer', 'staff', 81),
  ('Zoho Tasks', 'add_zoho_task', 'staff', 90),
  ('Zoho Task History', 'zoho_task_history', 'staff', 91);--> statement-breakpoint
-- Nobody could hand on a menu that nobody has: who has all of staff's menus gets the new ones too.
INSERT INTO account_menus (account_id, menu_id)
  SELECT a.id, m.id FROM accounts a, menus m
  WHERE a.kind = 'staff' AND a.role = 'ADMIN'
    AND m.to_route IN ('admin_add_license', 'add_customer', 'update_customer', 'add_zoho_task', 'zoho_task_history')
    AND NOT EXISTS (
      SELECT FROM menus old WHERE old.audience = 'staff'
        AND old.to_route NOT IN ('admin_add_license', 'add_customer', 'update_customer', 'add_zoho_task', 'zoho_task_history')
        AND NOT EXISTS (SELECT FROM account_menus am WHERE am.account_id = a.id AND am.menu_id = old.id)
    );
