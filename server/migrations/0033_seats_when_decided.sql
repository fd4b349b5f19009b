ALTER TABLE "instructions" ADD COLUMN IF NOT EXISTS "seats_when_decided" integer;--> statement-breakpoint
-- What was seen last of those that are not over is what was known of them.
UPDATE "instructions" i SET "seats_when_decided" = coalesce((i."read_back" ->> 'committed')::int, r."number_of_seats")
FROM "renewals" r WHERE r."id" = i."renewal_id" AND i."finished_at" IS NULL;
