CREATE TABLE "hand_over_rows" (
	"hand_over_id" integer NOT NULL,
	"renewal_id" integer NOT NULL,
	"from_account_id" integer,
	"to_account_id" integer,
	"is_current" boolean DEFAULT true NOT NULL,
	"previous_id" integer,
	CONSTRAINT "hand_over_rows_hand_over_id_renewal_id_pk" PRIMARY KEY("hand_over_id","renewal_id")
);
--> statement-breakpoint
CREATE TABLE "hand_overs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "hand_overs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"from_account_id" integer,
	"by_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"why" text NOT NULL,
	"undone_at" timestamp with time zone,
	"undone_by_id" integer
);
--> statement-breakpoint
ALTER TABLE "hand_over_rows" ADD CONSTRAINT "hand_over_rows_hand_over_id_hand_overs_id_fk" FOREIGN KEY ("hand_over_id") REFERENCES "public"."hand_overs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hand_over_rows" ADD CONSTRAINT "hand_over_rows_renewal_id_renewals_id_fk" FOREIGN KEY ("renewal_id") REFERENCES "public"."renewals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hand_over_rows" ADD CONSTRAINT "hand_over_rows_from_account_id_accounts_id_fk" FOREIGN KEY ("from_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hand_over_rows" ADD CONSTRAINT "hand_over_rows_to_account_id_accounts_id_fk" FOREIGN KEY ("to_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hand_over_rows" ADD CONSTRAINT "hand_over_rows_previous_id_hand_overs_id_fk" FOREIGN KEY ("previous_id") REFERENCES "public"."hand_overs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hand_overs" ADD CONSTRAINT "hand_overs_from_account_id_accounts_id_fk" FOREIGN KEY ("from_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hand_overs" ADD CONSTRAINT "hand_overs_by_id_accounts_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hand_overs" ADD CONSTRAINT "hand_overs_undone_by_id_accounts_id_fk" FOREIGN KEY ("undone_by_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "hand_over_rows_current" ON "hand_over_rows" USING btree ("renewal_id") WHERE is_current;--> statement-breakpoint
CREATE INDEX "hand_over_rows_by_renewal" ON "hand_over_rows" USING btree ("renewal_id");--> statement-breakpoint
CREATE INDEX "hand_overs_by_time" ON "hand_overs" USING btree ("at","id");--> statement-breakpoint
-- Whoever assigns a renewal ends what an earlier hand-over could take back of it, also where it comes back to the same person.
CREATE FUNCTION renewal_reassigned() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE hand_over_rows SET is_current = false WHERE renewal_id = NEW.id AND is_current;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER renewals_reassigned AFTER UPDATE OF assigned_to_id ON renewals
  FOR EACH ROW WHEN (OLD.assigned_to_id IS DISTINCT FROM NEW.assigned_to_id) EXECUTE FUNCTION renewal_reassigned();
