ALTER TABLE "accounts" ADD COLUMN "device_epoch" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "throttles_by_prefix" ON "throttles" USING btree ("key" text_pattern_ops);