CREATE TABLE "deadlines" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deadlines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"subscription_id" integer NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"day" date NOT NULL,
	"last_safe_day" date NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"cause" text,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "deadlines_cause" CHECK ((state = 'open') = (cause is null))
);
--> statement-breakpoint
CREATE TABLE "holidays" (
	"day" date PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deadlines" ADD CONSTRAINT "deadlines_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "deadlines_once" ON "deadlines" USING btree ("subscription_id","kind","at");--> statement-breakpoint
CREATE UNIQUE INDEX "deadlines_one_open" ON "deadlines" USING btree ("subscription_id","kind") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "deadlines_open" ON "deadlines" USING btree ("last_safe_day","id") WHERE state = 'open';