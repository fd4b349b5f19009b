CREATE TABLE "outbox_renewals" (
	"message_id" integer NOT NULL,
	"renewal_id" integer NOT NULL,
	CONSTRAINT "outbox_renewals_renewal_id_message_id_pk" PRIMARY KEY("renewal_id","message_id")
);
--> statement-breakpoint
INSERT INTO "outbox_renewals" ("message_id", "renewal_id") SELECT "id", "renewal_id" FROM "outbox" WHERE "renewal_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" DROP CONSTRAINT "outbox_renewal_id_renewals_id_fk";
--> statement-breakpoint
DROP INDEX "outbox_renewal_id_id_index";--> statement-breakpoint
ALTER TABLE "outbox_renewals" ADD CONSTRAINT "outbox_renewals_message_id_outbox_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."outbox"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox_renewals" ADD CONSTRAINT "outbox_renewals_renewal_id_renewals_id_fk" FOREIGN KEY ("renewal_id") REFERENCES "public"."renewals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outbox_renewals_message_id_index" ON "outbox_renewals" USING btree ("message_id");--> statement-breakpoint
ALTER TABLE "outbox" DROP COLUMN "renewal_id";