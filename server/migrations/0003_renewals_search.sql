UPDATE renewals SET domain_name = lower(domain_name::text) WHERE domain_name::text <> lower(domain_name::text);--> statement-breakpoint
DROP INDEX "renewals_in_order";--> statement-breakpoint
CREATE INDEX "renewals_in_order" ON "renewals" USING btree ("term_end","id","assigned_to_id","segment","number_of_seats","licensed_seats","domain_name");--> statement-breakpoint
ALTER TABLE "renewals" ADD CONSTRAINT "renewals_domain_is_lower_case" CHECK (domain_name::text = lower(domain_name::text));