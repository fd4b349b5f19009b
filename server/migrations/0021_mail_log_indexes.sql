DROP INDEX "outbox_newest";--> statement-breakpoint
CREATE INDEX "outbox_trigram" ON "outbox" USING gin (recipient gin_trgm_ops,subject gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "outbox_newest" ON "outbox" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST,"state","purpose","channel");