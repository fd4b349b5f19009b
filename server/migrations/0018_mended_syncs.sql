DROP INDEX "books_invoices_unpaid";--> statement-breakpoint
ALTER TABLE "books_invoices" ALTER COLUMN "exchange_rate" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "books_contacts" ADD COLUMN "tries" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "books_invoices" ADD COLUMN "tries" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sync_runs" ADD COLUMN "skipped" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sync_runs" ADD COLUMN "may_pass" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sync_runs" ADD COLUMN "is_whole" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "run_id" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "books_invoices_unpaid" ON "books_invoices" USING btree ("customer_id","balance","exchange_rate","books_contact_id") WHERE balance > 0 and status not in ('draft', 'void', 'paid');--> statement-breakpoint
-- An untold rate was taken for 1, and what could not be read was marked as read: both are asked for again.
UPDATE books_invoices SET exchange_rate = NULL, is_read = false WHERE currency <> 'INR' AND exchange_rate = 1;--> statement-breakpoint
UPDATE books_invoices SET is_read = false WHERE plan_name IS NULL AND product_type IS NULL AND status <> 'deleted';--> statement-breakpoint
UPDATE books_contacts SET is_read = false WHERE gst_number IS NULL AND crm_contact_id IS NULL;--> statement-breakpoint
UPDATE tickets SET status = coalesce(nullif(trim(left(status, 100)), ''), 'No status') WHERE status = '' OR length(status) > 100;
