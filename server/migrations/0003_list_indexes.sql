DROP INDEX "renewals_by_date";--> statement-breakpoint
CREATE INDEX "customers_by_company" ON "customers" USING btree ("company_name");--> statement-breakpoint
CREATE INDEX "renewals_in_order" ON "renewals" USING btree ("term_end","id","assigned_to_id","segment","number_of_seats","licensed_seats");--> statement-breakpoint
CREATE INDEX "renewals_by_domain" ON "renewals" USING btree ("domain_name","id");--> statement-breakpoint
CREATE INDEX "renewals_by_seats" ON "renewals" USING btree ("number_of_seats" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "renewals_by_price" ON "renewals" USING btree ("price" NULLS FIRST,"id");