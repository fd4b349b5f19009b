ALTER TABLE "renewals" ADD COLUMN "currency" text DEFAULT 'INR' NOT NULL;--> statement-breakpoint
UPDATE "renewals" r SET "currency" = s."currency" FROM "subscriptions" s WHERE s."id" = r."subscription_id" AND s."currency" <> r."currency";
