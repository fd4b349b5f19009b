CREATE TABLE "books_contacts" (
	"zoho_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"company_name" text,
	"email" "citext",
	"phone" text,
	"mobile" text,
	"gst_number" text,
	"crm_contact_id" text,
	"customer_id" integer
);
--> statement-breakpoint
CREATE TABLE "books_invoices" (
	"zoho_id" text PRIMARY KEY NOT NULL,
	"books_contact_id" text NOT NULL,
	"customer_id" integer,
	"number" text NOT NULL,
	"status" text NOT NULL,
	"date" date NOT NULL,
	"due_on" date,
	"currency" text NOT NULL,
	"exchange_rate" numeric(18, 6) NOT NULL,
	"total" numeric(14, 2) NOT NULL,
	"balance" numeric(14, 2) NOT NULL,
	"plan_name" text,
	"product_type" text,
	"is_read" boolean DEFAULT false NOT NULL,
	"modified_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "member_tags" (
	"account_id" integer PRIMARY KEY NOT NULL,
	"segments" text[] DEFAULT '{}' NOT NULL,
	"zones" text[] DEFAULT '{}' NOT NULL,
	"manager_id" integer
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"zoho_id" text PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"department" text NOT NULL,
	"subject" text NOT NULL,
	"email" "citext",
	"status" text NOT NULL,
	"status_type" text NOT NULL,
	"domain_name" text,
	"opened_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"closure_date" date,
	"modified_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "books_contacts" ADD CONSTRAINT "books_contacts_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "books_invoices" ADD CONSTRAINT "books_invoices_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_tags" ADD CONSTRAINT "member_tags_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_tags" ADD CONSTRAINT "member_tags_manager_id_accounts_id_fk" FOREIGN KEY ("manager_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "books_contacts_customer_id_index" ON "books_contacts" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "books_invoices_of_customer" ON "books_invoices" USING btree ("customer_id","date" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "books_invoices_of_contact" ON "books_invoices" USING btree ("books_contact_id");--> statement-breakpoint
CREATE INDEX "books_invoices_unpaid" ON "books_invoices" USING btree ("customer_id","balance","exchange_rate") WHERE balance > 0 and status not in ('draft', 'void');--> statement-breakpoint
CREATE INDEX "books_invoices_unread" ON "books_invoices" USING btree ("date" DESC NULLS LAST) WHERE not is_read;--> statement-breakpoint
CREATE INDEX "member_tags_manager_id_index" ON "member_tags" USING btree ("manager_id");--> statement-breakpoint
CREATE INDEX "tickets_of_domain" ON "tickets" USING btree ("domain_name","department","opened_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "tickets_by_status" ON "tickets" USING btree ("department","status","opened_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "tickets_by_type" ON "tickets" USING btree ("department","status_type","opened_at" DESC NULLS LAST);--> statement-breakpoint
INSERT INTO menus (name, to_route, audience, position) VALUES
  ('Renewal Dashboard', 'renewal_dashboard', 'staff', 32),
  ('Manage Renewal Team', 'manager_renewal_team', 'staff', 33),
  ('My Dashboard', 'renewal_member_dashboard', 'staff', 34),
  ('Renewal Reseller', 'renewal_reseller', 'staff', 35),
  ('Centralized Dashboard', 'centralized_dashboard', 'staff', 36),
  ('Domain Directory', '{provider}_domains', 'staff', 52),
  ('Connections', 'connections', 'staff', 170);--> statement-breakpoint
-- Nobody could hand on a menu that nobody has: who has all of staff's menus gets the new ones too.
INSERT INTO account_menus (account_id, menu_id)
  SELECT a.id, m.id FROM accounts a, menus m
  WHERE a.kind = 'staff' AND a.role = 'ADMIN'
    AND m.to_route IN ('renewal_dashboard', 'manager_renewal_team', 'renewal_member_dashboard', 'renewal_reseller', 'centralized_dashboard', '{provider}_domains', 'connections')
    AND NOT EXISTS (
      SELECT FROM menus old WHERE old.audience = 'staff'
        AND old.to_route NOT IN ('renewal_dashboard', 'manager_renewal_team', 'renewal_member_dashboard', 'renewal_reseller', 'centralized_dashboard', '{provider}_domains', 'connections')
        AND NOT EXISTS (SELECT FROM account_menus am WHERE am.account_id = a.id AND am.menu_id = old.id)
    );--> statement-breakpoint
-- Who is a member of the renewal team has the member's dashboard.
INSERT INTO account_menus (account_id, menu_id)
  SELECT a.id, m.id FROM accounts a, menus m
  WHERE a.role = 'RMEMBER' AND m.to_route = 'renewal_member_dashboard' ON CONFLICT DO NOTHING;
