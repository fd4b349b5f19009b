CREATE TABLE "silenced_addresses" (
	"address" "citext" PRIMARY KEY NOT NULL,
	"cause" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inbound_messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "inbound_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"message_id" text NOT NULL,
	"in_reply_to" text,
	"kind" text NOT NULL,
	"from_address" text NOT NULL,
	"to_address" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"bounced_address" text,
	"outbox_id" integer,
	"customer_id" integer,
	"received_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"settled_by_id" integer,
	CONSTRAINT "inbound_messages_message_id_unique" UNIQUE("message_id")
);
--> statement-breakpoint
CREATE TABLE "decision_links" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "decision_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"token_hash" "bytea" NOT NULL,
	"offer_id" integer NOT NULL,
	"recipient" "citext" NOT NULL,
	"name" text NOT NULL,
	"contact_id" integer,
	"forwarded_from_id" integer,
	"created_at" timestamp with time zone NOT NULL,
	"opened_at" timestamp with time zone,
	"openings" integer DEFAULT 0 NOT NULL,
	"used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "decision_links_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "offer_renewals" (
	"offer_id" integer NOT NULL,
	"renewal_id" integer NOT NULL,
	CONSTRAINT "offer_renewals_renewal_id_offer_id_pk" PRIMARY KEY("renewal_id","offer_id")
);
--> statement-breakpoint
CREATE TABLE "offers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "offers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"customer_id" integer NOT NULL,
	"version" integer NOT NULL,
	"lines" jsonb NOT NULL,
	"currency" text NOT NULL,
	"total" text,
	"addressee" jsonb NOT NULL,
	"valid_until" date NOT NULL,
	"document_hash" text NOT NULL,
	"created_by_id" integer,
	"created_at" timestamp with time zone NOT NULL,
	"replaced_at" timestamp with time zone,
	CONSTRAINT "offers_versions" UNIQUE("customer_id","version")
);
--> statement-breakpoint
CREATE TABLE "reminder_pauses" (
	"renewal_id" integer PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"until_day" date,
	"paused_by_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reminder_policies" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reminder_policies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"steps" jsonb NOT NULL,
	"is_on" boolean NOT NULL,
	"saved_by_id" integer,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reminder_steps" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reminder_steps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"renewal_id" integer NOT NULL,
	"policy_id" integer NOT NULL,
	"step_key" text NOT NULL,
	"recipient" "citext" NOT NULL,
	"contact_id" integer,
	"channel" text NOT NULL,
	"due_on" date NOT NULL,
	"state" text DEFAULT 'planned' NOT NULL,
	"stopped_by" text,
	"reason" text,
	"offer_id" integer,
	"message_id" integer,
	"changed_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "reminder_steps_once" UNIQUE("renewal_id","step_key","recipient")
);
--> statement-breakpoint
ALTER TABLE "renewal_decisions" ALTER COLUMN "account_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "roles" text[];--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "reply_token" text;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "offer_id" integer;--> statement-breakpoint
ALTER TABLE "renewal_decisions" ADD COLUMN "link_id" integer;--> statement-breakpoint
ALTER TABLE "renewal_decisions" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "renewal_decisions" ADD COLUMN "ip" text;--> statement-breakpoint
ALTER TABLE "renewal_decisions" ADD COLUMN "user_agent" text;--> statement-breakpoint
ALTER TABLE "inbound_messages" ADD CONSTRAINT "inbound_messages_outbox_id_outbox_id_fk" FOREIGN KEY ("outbox_id") REFERENCES "public"."outbox"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_messages" ADD CONSTRAINT "inbound_messages_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_messages" ADD CONSTRAINT "inbound_messages_settled_by_id_accounts_id_fk" FOREIGN KEY ("settled_by_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision_links" ADD CONSTRAINT "decision_links_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision_links" ADD CONSTRAINT "decision_links_contact_id_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contacts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision_links" ADD CONSTRAINT "decision_links_forwarded_from_id_decision_links_id_fk" FOREIGN KEY ("forwarded_from_id") REFERENCES "public"."decision_links"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_renewals" ADD CONSTRAINT "offer_renewals_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_renewals" ADD CONSTRAINT "offer_renewals_renewal_id_renewals_id_fk" FOREIGN KEY ("renewal_id") REFERENCES "public"."renewals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_created_by_id_accounts_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_pauses" ADD CONSTRAINT "reminder_pauses_renewal_id_renewals_id_fk" FOREIGN KEY ("renewal_id") REFERENCES "public"."renewals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_pauses" ADD CONSTRAINT "reminder_pauses_paused_by_id_accounts_id_fk" FOREIGN KEY ("paused_by_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_policies" ADD CONSTRAINT "reminder_policies_saved_by_id_accounts_id_fk" FOREIGN KEY ("saved_by_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_steps" ADD CONSTRAINT "reminder_steps_renewal_id_renewals_id_fk" FOREIGN KEY ("renewal_id") REFERENCES "public"."renewals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_steps" ADD CONSTRAINT "reminder_steps_policy_id_reminder_policies_id_fk" FOREIGN KEY ("policy_id") REFERENCES "public"."reminder_policies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_steps" ADD CONSTRAINT "reminder_steps_contact_id_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contacts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_steps" ADD CONSTRAINT "reminder_steps_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_steps" ADD CONSTRAINT "reminder_steps_message_id_outbox_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."outbox"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inbound_messages_of" ON "inbound_messages" USING btree ("customer_id","received_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "inbound_messages_open" ON "inbound_messages" USING btree ("received_at") WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX "inbound_messages_by_outbox" ON "inbound_messages" USING btree ("outbox_id");--> statement-breakpoint
CREATE INDEX "decision_links_offer_id_index" ON "decision_links" USING btree ("offer_id");--> statement-breakpoint
CREATE INDEX "decision_links_live" ON "decision_links" USING btree ("recipient") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "offer_renewals_offer_id_index" ON "offer_renewals" USING btree ("offer_id");--> statement-breakpoint
CREATE INDEX "reminder_steps_due" ON "reminder_steps" USING btree ("due_on","recipient") WHERE state = 'planned';--> statement-breakpoint
CREATE INDEX "reminder_steps_by_message" ON "reminder_steps" USING btree ("message_id");--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renewal_decisions" ADD CONSTRAINT "renewal_decisions_link_id_decision_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."decision_links"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "renewal_decisions_by_link" ON "renewal_decisions" USING btree ("link_id");--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_reply_token_unique" UNIQUE("reply_token");--> statement-breakpoint
ALTER TABLE "renewal_decisions" ADD CONSTRAINT "renewal_decisions_by" CHECK ((account_id is null) <> (link_id is null));--> statement-breakpoint
-- What comes back, and who is not to be asked, changes somebody's day.
CREATE TRIGGER inbound_messages_written AFTER INSERT OR UPDATE OR DELETE ON inbound_messages
  FOR EACH STATEMENT EXECUTE FUNCTION work_written();--> statement-breakpoint
CREATE TRIGGER silenced_addresses_written AFTER INSERT OR UPDATE OR DELETE ON silenced_addresses
  FOR EACH STATEMENT EXECUTE FUNCTION work_written();--> statement-breakpoint
CREATE TRIGGER reminder_pauses_written AFTER INSERT OR UPDATE OR DELETE ON reminder_pauses
  FOR EACH STATEMENT EXECUTE FUNCTION work_written();
--> statement-breakpoint
-- Who decides by a link needs no account: a wish is asked for by an account, or by whoever has a link.
ALTER TABLE "instructions" ALTER COLUMN "requested_by_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "instructions" ADD COLUMN "requested_by_link_id" integer;--> statement-breakpoint
ALTER TABLE "instructions" ADD CONSTRAINT "instructions_requested_by_link_id_decision_links_id_fk" FOREIGN KEY ("requested_by_link_id") REFERENCES "public"."decision_links"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instructions" ADD CONSTRAINT "instructions_requested_by" CHECK ((requested_by_id is null) <> (requested_by_link_id is null));
