ALTER TABLE "seat_orders" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
-- Of orders under way it was not written down whether they were asked for: they may have been.
UPDATE "seat_orders" SET "asked_at" = now() WHERE "state" IN ('queued', 'unknown') AND "seats_after" IS NOT NULL;
