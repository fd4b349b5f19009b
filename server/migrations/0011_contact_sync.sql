ALTER TABLE "sync_runs" ADD COLUMN "read_from" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "contacts_trigram" ON "contacts" USING gin (company_name gin_trgm_ops,name gin_trgm_ops,(email::text) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "customers_by_email" ON "customers" USING btree ("email");--> statement-breakpoint
CREATE INDEX "customers_by_zoho_contact" ON "customers" USING btree ("zoho_contact_id");--> statement-breakpoint
CREATE INDEX "customers_company_trigram" ON "customers" USING gin (company_name gin_trgm_ops);