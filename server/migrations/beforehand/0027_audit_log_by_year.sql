-- The key of the log as it will be, and the proof that all its entries, and those to come, are of before the next year but one at most.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "audit_log_first_pkey" ON "audit_log" USING btree ("at","id");--> statement-breakpoint
DO $$
DECLARE
  -- A clock may have been ahead. Ninety days: nobody may write beyond the bound before the migration itself is done.
  newest timestamptz := greatest(now() + interval '90 days', (SELECT max("at") FROM "audit_log"));
BEGIN
  IF NOT EXISTS (SELECT FROM pg_constraint WHERE conname = 'audit_log_first_years') THEN
    EXECUTE format('ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_first_years" CHECK ("at" < %L) NOT VALID',
      date_part('year', newest AT TIME ZONE 'UTC') + 1 || '-01-01 00:00:00+00');
  END IF;
END $$;--> statement-breakpoint
ALTER TABLE "audit_log" VALIDATE CONSTRAINT "audit_log_first_years";
