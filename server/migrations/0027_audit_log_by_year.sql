-- The log is partitioned by year. What there is becomes the first partition as it is, without a row that moves or is read: its key and the
-- proof of its bound are there, from `online/`. The numbers go on, and who might read and add still may. The first lock is the one that an
-- autovacuum gives way to while reads and writes go past.
LOCK TABLE "audit_log" IN SHARE UPDATE EXCLUSIVE MODE;--> statement-breakpoint
LOCK TABLE "audit_log" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_pkey";--> statement-breakpoint
DROP INDEX "audit_log_at_id_index";--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_first_pkey" PRIMARY KEY USING INDEX "audit_log_first_pkey";--> statement-breakpoint
ALTER INDEX "audit_log_subject_subject_id_id_index" RENAME TO "audit_log_first_subject_subject_id_id_index";--> statement-breakpoint
ALTER INDEX "audit_log_subject_at_id_index" RENAME TO "audit_log_first_subject_at_id_index";--> statement-breakpoint
ALTER INDEX "audit_log_actor_at_id_index" RENAME TO "audit_log_first_actor_at_id_index";--> statement-breakpoint
ALTER TABLE "audit_log" RENAME TO "audit_log_first";--> statement-breakpoint
CREATE TABLE "audit_log" (LIKE "audit_log_first") PARTITION BY RANGE ("at");--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_at_id_pk" PRIMARY KEY("at","id");--> statement-breakpoint
CREATE INDEX "audit_log_subject_subject_id_id_index" ON "audit_log" USING btree ("subject","subject_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_log_subject_at_id_index" ON "audit_log" USING btree ("subject","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_actor_at_id_index" ON "audit_log" USING btree ("actor","at","id");--> statement-breakpoint
DO $$
DECLARE
  last record;
  one record;
  bound text;
BEGIN
  SELECT last_value, is_called INTO last FROM "audit_log_id_seq";
  ALTER TABLE "audit_log_first" ALTER COLUMN "id" DROP IDENTITY;
  ALTER TABLE "audit_log" ALTER COLUMN "id" ADD GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME "audit_log_id_seq");
  PERFORM setval('audit_log_id_seq', last.last_value, last.is_called);

  PERFORM set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'ISO', true);
  SELECT substring(pg_get_constraintdef(oid) FROM '''(.*)''') INTO bound FROM pg_constraint WHERE conname = 'audit_log_first_years';
  EXECUTE format('ALTER TABLE "audit_log" ATTACH PARTITION "audit_log_first" FOR VALUES FROM (MINVALUE) TO (%L)', bound);
  ALTER TABLE "audit_log_first" DROP CONSTRAINT "audit_log_first_years";

  -- Nodes of the version before go on while this one makes its grants: theirs come along.
  FOR one IN
    SELECT pg_get_userbyid(g.grantee) AS name, g.privilege_type AS privilege
    FROM pg_class c, aclexplode(c.relacl) g WHERE c.oid = 'audit_log_first'::regclass AND g.grantee NOT IN (0, c.relowner)
  LOOP
    EXECUTE format('GRANT %s ON "audit_log" TO %I', one.privilege, one.name);
    IF one.privilege <> 'SELECT' THEN
      EXECUTE format('REVOKE %s ON "audit_log_first" FROM %I', one.privilege, one.name);
    END IF;
  END LOOP;
END $$;--> statement-breakpoint
-- What no other partition takes: none is missing, unless nobody has made them for a year or a clock is ahead.
CREATE TABLE "audit_log_rest" PARTITION OF "audit_log" DEFAULT;--> statement-breakpoint
-- A statement's trigger is that of the table it names: each partition has its own.
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_log"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_log_rest"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();--> statement-breakpoint
CREATE FUNCTION audit_years_end() RETURNS timestamptz LANGUAGE sql STABLE
  SET search_path = public, pg_temp SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' AS $$
  SELECT max(substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''(.*)''\)')::timestamptz)
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'audit_log'::regclass
$$;--> statement-breakpoint
-- Makes the years that begin before an instant, three at most. With the rights of the owner, as the server's role makes no tables.
CREATE FUNCTION make_audit_years(until timestamptz) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET "TimeZone" = 'UTC' SET "DateStyle" = 'ISO' SET lock_timeout = '900ms' AS $$
DECLARE
  begins timestamptz;
  ends timestamptz;
  year text;
  reader text;
BEGIN
  IF audit_years_end() >= until THEN RETURN; END IF;
  LOCK TABLE audit_log_rest IN ACCESS EXCLUSIVE MODE;
  begins := audit_years_end();
  FOR n IN 1..3 LOOP
    EXIT WHEN begins >= until;
    ends := begins + interval '1 year';
    year := 'audit_log_' || date_part('year', begins);
    EXECUTE format('CREATE TABLE %I (LIKE audit_log)', year);
    IF EXISTS (SELECT FROM audit_log_rest WHERE at >= begins AND at < ends) THEN
      ALTER TABLE audit_log_rest DISABLE TRIGGER audit_log_append_only;
      EXECUTE format('WITH moved AS (DELETE FROM audit_log_rest WHERE at >= %L AND at < %L RETURNING *)
        INSERT INTO %I SELECT * FROM moved', begins, ends, year);
      ALTER TABLE audit_log_rest ENABLE TRIGGER audit_log_append_only;
    END IF;
    EXECUTE format('CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()', year);
    EXECUTE format('ALTER TABLE audit_log ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', year, begins, ends);
    -- A dump reads each partition by itself.
    FOR reader IN
      SELECT pg_get_userbyid(g.grantee) FROM pg_class c, aclexplode(c.relacl) g
      WHERE c.oid = 'audit_log'::regclass AND g.privilege_type = 'SELECT' AND g.grantee NOT IN (0, c.relowner)
    LOOP
      EXECUTE format('GRANT SELECT ON %I TO %I', year, reader);
    END LOOP;
    begins := ends;
  END LOOP;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION make_audit_years(timestamptz) FROM PUBLIC;
