CREATE TABLE "customer_profiles" (
	"account_id" integer PRIMARY KEY NOT NULL,
	"company_name" text NOT NULL,
	"designation" text DEFAULT '' NOT NULL,
	"industry_type" text,
	"other_contact_name" text DEFAULT '' NOT NULL,
	"other_contact_phone" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vouchers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "vouchers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" "citext" NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "password_ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "domains" ADD COLUMN "owner_id" integer;--> statement-breakpoint
ALTER TABLE "domains" ADD COLUMN "claimed_by_id" integer;--> statement-breakpoint
ALTER TABLE "domains" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "customer_profiles" ADD CONSTRAINT "customer_profiles_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "vouchers_email_id_index" ON "vouchers" USING btree ("email","id" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "domains" ADD CONSTRAINT "domains_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domains" ADD CONSTRAINT "domains_claimed_by_id_accounts_id_fk" FOREIGN KEY ("claimed_by_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_by_kind_and_status" ON "accounts" USING btree ("kind","status","id");--> statement-breakpoint
CREATE INDEX "domains_by_owner" ON "domains" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "domains_to_decide" ON "domains" USING btree ("asked_at") WHERE status = 'PENDING' or claimed_by_id is not null;--> statement-breakpoint
CREATE INDEX "domains_name_trigram" ON "domains" USING gin ((name::text) gin_trgm_ops);--> statement-breakpoint
INSERT INTO menus (name, to_route, audience, position) VALUES
  ('Approve Users', 'approve_users', 'staff', 100),
  ('Approve Domain', 'approve_domain', 'staff', 110),
  ('All Users', 'get_all_users', 'staff', 120),
  ('All Domain', 'get_all_domain', 'staff', 130),
  ('All Admin', 'get_all_admin', 'staff', 140),
  ('Invite Admin', 'invite_admin', 'staff', 150),
  ('Audit Log', 'audit_log', 'staff', 160),
  ('Mapped Domain', 'map_domain', 'customer', 10);--> statement-breakpoint
-- Nobody could hand on a menu that nobody has: who has all of staff's menus gets the new ones too.
INSERT INTO account_menus (account_id, menu_id)
  SELECT a.id, m.id FROM accounts a, menus m
  WHERE a.kind = 'staff' AND a.role = 'ADMIN' AND m.audience = 'staff' AND m.position >= 100
    AND NOT EXISTS (
      SELECT FROM menus old WHERE old.audience = 'staff' AND old.position < 100
        AND NOT EXISTS (SELECT FROM account_menus am WHERE am.account_id = a.id AND am.menu_id = old.id)
    );
