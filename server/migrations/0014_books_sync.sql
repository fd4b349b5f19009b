ALTER TABLE "books_contacts" ADD COLUMN "modified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "books_contacts" ADD COLUMN "is_read" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "books_invoices" ADD COLUMN "run_id" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "books_contacts_unread" ON "books_contacts" USING btree ("zoho_id") WHERE not is_read;--> statement-breakpoint
CREATE INDEX "customers_by_zoho_customer" ON "customers" USING btree ("zoho_customer_id");