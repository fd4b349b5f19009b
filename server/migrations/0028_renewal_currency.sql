DROP INDEX "renewals_by_price";--> statement-breakpoint
ALTER TABLE "renewals" ADD COLUMN "currency" text DEFAULT 'INR' NOT NULL;--> statement-breakpoint
-- What is sold in another currency was priced in it; the trigger tells the months of these renewals alone.
UPDATE "renewals" r SET "currency" = s."currency" FROM "subscriptions" s WHERE s."id" = r."subscription_id" AND s."currency" <> r."currency";--> statement-breakpoint
CREATE INDEX "renewals_by_price" ON "renewals" USING btree ("currency","price" NULLS FIRST,"id");