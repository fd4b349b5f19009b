ALTER TABLE "outbox" ADD COLUMN "letter" jsonb;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "sealed_letter" "bytea";--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "reply_to" text;