ALTER TABLE "google_subscriptions" ADD COLUMN "term_end_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "google_subscriptions" ADD COLUMN "trial_end_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "google_subscriptions" ADD COLUMN "if_nobody_acts" text DEFAULT 'unknown' NOT NULL;--> statement-breakpoint
ALTER TABLE "google_subscriptions" ADD COLUMN "seats_if_nobody_acts" integer;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "term_end_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "trial_end_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "if_nobody_acts" text DEFAULT 'unknown' NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "seats_if_nobody_acts" integer;