CREATE TABLE "axima_domains" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "axima_domains_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" "citext" NOT NULL,
	"company_name" text DEFAULT '' NOT NULL,
	"customer_name" text NOT NULL,
	"customer_email" "citext" NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"tenant_name" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "axima_subscriptions" ADD CONSTRAINT "axima_subscriptions_domain_id_axima_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."axima_domains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "axima_subscriptions" ADD CONSTRAINT "axima_subscriptions_product_id_axima_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."axima_products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "axima_subscriptions_by_domain" ON "axima_subscriptions" USING btree ("domain_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "axima_subscriptions_one_of_a_product" ON "axima_subscriptions" USING btree ("domain_id","product_id") WHERE status is distinct from 'Cancelled';--> statement-breakpoint
INSERT INTO axima_products (name) VALUES
  ('Axima Mail Essential'), ('Axima Mail Business'), ('Axima Mail Enterprise'), ('Axima Archive');--> statement-breakpoint
INSERT INTO menus (name, to_route, audience, position) VALUES
  ('Axima Domains', 'axima_domains', 'staff', 60),
  ('All Axima Domain', 'add_axima_domain', 'staff', 61);--> statement-breakpoint
-- Nobody could hand on a menu that nobody has: who has all of staff's menus gets the new ones too.
INSERT INTO account_menus (account_id, menu_id)
  SELECT a.id, m.id FROM accounts a, menus m
  WHERE a.kind = 'staff' AND a.role = 'ADMIN' AND m.to_route IN ('axima_domains', 'add_axima_domain')
    AND NOT EXISTS (
      SELECT FROM menus old WHERE old.audience = 'staff' AND old.to_route NOT IN ('axima_domains', 'add_axima_domain')
        AND NOT EXISTS (SELECT FROM account_menus am WHERE am.account_id = a.id AND am.menu_id = old.id)
    );
