CREATE TABLE "job_runs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "job_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"job" text NOT NULL,
	"state" text NOT NULL,
	"started_by_id" integer,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"error" text
);
--> statement-breakpoint
ALTER TABLE "job_runs" ADD CONSTRAINT "job_runs_started_by_id_accounts_id_fk" FOREIGN KEY ("started_by_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "job_runs_newest" ON "job_runs" USING btree ("job","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "outbox_newest" ON "outbox" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
INSERT INTO menus (name, to_route, audience, position) VALUES
  ('Jobs', 'jobs', 'staff', 172),
  ('Mail Log', 'mail_log', 'staff', 174);--> statement-breakpoint
-- Nobody could hand on a menu that nobody has: who has all of staff's menus gets the new ones too.
INSERT INTO account_menus (account_id, menu_id)
  SELECT a.id, m.id FROM accounts a, menus m
  WHERE a.kind = 'staff' AND a.role = 'ADMIN' AND m.to_route IN ('jobs', 'mail_log')
    AND NOT EXISTS (
      SELECT FROM menus old WHERE old.audience = 'staff' AND old.to_route NOT IN ('jobs', 'mail_log')
        AND NOT EXISTS (SELECT FROM account_menus am WHERE am.account_id = a.id AND am.menu_id = old.id)
    );
