CREATE TABLE "work_revisions" (
	"shard" integer PRIMARY KEY NOT NULL,
	"revision" bigint NOT NULL
);
--> statement-breakpoint
-- What is next, instructed or decided of a renewal changes somebody's day and no month's list, so months are left as they are.
-- So many shards that two connections hardly ever share one: who writes here holds a month's shard too, in either order.
CREATE FUNCTION work_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO work_revisions (shard, revision) VALUES (pg_backend_pid() % 1024, 1)
  ON CONFLICT (shard) DO UPDATE SET revision = work_revisions.revision + 1;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER next_actions_written AFTER INSERT OR UPDATE OR DELETE ON next_actions
  FOR EACH STATEMENT EXECUTE FUNCTION work_written();--> statement-breakpoint
CREATE TRIGGER instructions_written AFTER INSERT OR UPDATE OR DELETE ON instructions
  FOR EACH STATEMENT EXECUTE FUNCTION work_written();--> statement-breakpoint
CREATE TRIGGER renewal_decisions_written AFTER INSERT OR UPDATE OR DELETE ON renewal_decisions
  FOR EACH STATEMENT EXECUTE FUNCTION work_written();
