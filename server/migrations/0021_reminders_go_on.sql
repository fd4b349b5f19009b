CREATE TABLE "reminder_resumptions" (
	"renewal_id" integer PRIMARY KEY NOT NULL,
	"resumed_by_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "reminder_resumptions" ADD CONSTRAINT "reminder_resumptions_renewal_id_renewals_id_fk" FOREIGN KEY ("renewal_id") REFERENCES "public"."renewals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_resumptions" ADD CONSTRAINT "reminder_resumptions_resumed_by_id_accounts_id_fk" FOREIGN KEY ("resumed_by_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;