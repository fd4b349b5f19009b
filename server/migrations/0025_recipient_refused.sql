ALTER TABLE "outbox" ADD COLUMN "recipient_refused" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "outbox" SET "recipient_refused" = true WHERE "state" = 'failed' AND ("reason" ~ '^5[0-9][0-9] ' OR ("channel" = 'WhatsApp' AND "provider_id" IS NOT NULL));
