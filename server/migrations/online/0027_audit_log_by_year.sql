-- The key of the log as it will be, and the proof that all its entries, and those to come, are of before some year.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "audit_log_first_pkey" ON "audit_log" USING btree ("at","id");--> statement-breakpoint
DO $$
DECLARE
  -- Nobody may write beyond the bound before the migration itself is done, which may be put off; and a clock may have been ahead.
  newest timestamptz := greatest(now() + interval '6 months', (SELECT max("at") FROM "audit_log"));
  bound text := date_part('year', newest AT TIME ZONE 'UTC') + 1 || '-01-01 00:00:00+00';
BEGIN
  PERFORM set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'ISO', true);
  -- An autovacuum gives way to this lock, and reads and writes go past it meanwhile.
  LOCK TABLE "audit_log" IN SHARE UPDATE EXCLUSIVE MODE;
  -- One of long ago may be near.
  IF NOT EXISTS (SELECT FROM pg_constraint WHERE conname = 'audit_log_first_years'
      AND substring(pg_get_constraintdef(oid) FROM '''(.*)''')::timestamptz = bound::timestamptz) THEN
    ALTER TABLE "audit_log" DROP CONSTRAINT IF EXISTS "audit_log_first_years";
    EXECUTE format('ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_first_years" CHECK ("at" < %L) NOT VALID', bound);
  END IF;
END $$;--> statement-breakpoint
ALTER TABLE "audit_log" VALIDATE CONSTRAINT "audit_log_first_years";
