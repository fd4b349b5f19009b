CREATE TABLE "books_contacts" (
	"zoho_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"company_name" text,
	"email" "citext",
	"phone" text,
	"mobile" text,
	"gst_number" text,
	"modified_at" timestamp with time zone,
	"is_read" boolean DEFAULT false NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
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
	"exchange_rate" numeric(18, 6),
	"total" numeric(14, 2) NOT NULL,
	"balance" numeric(14, 2) NOT NULL,
	"plan_name" text,
	"product_type" text,
	"is_read" boolean DEFAULT false NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"modified_at" timestamp with time zone,
	"run_id" integer DEFAULT 0 NOT NULL
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
	"modified_at" timestamp with time zone,
	"run_id" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
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
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "crm_tasks_zoho_id_unique" UNIQUE("zoho_id")
);
--> statement-breakpoint
CREATE TABLE "service_tokens" (
	"name" text PRIMARY KEY NOT NULL,
	"sealed" "bytea",
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "books_contacts" ADD CONSTRAINT "books_contacts_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "books_invoices" ADD CONSTRAINT "books_invoices_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "books_contacts_customer_id_index" ON "books_contacts" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "books_contacts_by_gstin" ON "books_contacts" USING btree ((upper(gst_number) collate "C"));--> statement-breakpoint
CREATE INDEX "books_contacts_unread" ON "books_contacts" USING btree ("zoho_id") WHERE not is_read;--> statement-breakpoint
CREATE INDEX "books_invoices_of_customer" ON "books_invoices" USING btree ("customer_id","date" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "books_invoices_of_contact" ON "books_invoices" USING btree ("books_contact_id");--> statement-breakpoint
CREATE INDEX "books_invoices_number_trigram" ON "books_invoices" USING gin (number gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "books_invoices_unpaid" ON "books_invoices" USING btree ("customer_id","balance","exchange_rate","books_contact_id") WHERE balance > 0 and status not in ('draft', 'void', 'paid');--> statement-breakpoint
CREATE INDEX "books_invoices_unread" ON "books_invoices" USING btree ("date" DESC NULLS LAST) WHERE not is_read;--> statement-breakpoint
CREATE INDEX "tickets_of_domain" ON "tickets" USING btree ("domain_name","department","opened_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "tickets_by_number" ON "tickets" USING btree ((number collate "C"));--> statement-breakpoint
CREATE INDEX "tickets_subject_trigram" ON "tickets" USING gin (subject gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "tickets_by_status" ON "tickets" USING btree ("department","status","opened_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "tickets_by_type" ON "tickets" USING btree ("department","status_type","opened_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "crm_tasks_state_next_try_at_index" ON "crm_tasks" USING btree ("state","next_try_at");