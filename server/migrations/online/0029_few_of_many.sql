-- From 0016_how_customers_are_asked on there is what is named here.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "job_runs_open" ON "job_runs" USING btree ("job") WHERE state in ('queued', 'running');--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "outbox_by_whatsapp" ON "outbox" USING btree ("recipient","id" DESC NULLS LAST) WHERE channel = 'WhatsApp';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "reminder_steps_over" ON "reminder_steps" USING btree ("due_on") WHERE state in ('sent', 'stopped');--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "renewals_at_work" ON "renewals" USING btree ("assigned_to_id","id") WHERE state = 'open' or instruction_state is not null;
