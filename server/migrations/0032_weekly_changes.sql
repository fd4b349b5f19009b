CREATE TABLE "renewal_snapshots" (
	"week" date NOT NULL,
	"renewal_id" integer NOT NULL,
	"stage" text NOT NULL,
	"price" numeric(12, 2),
	"price_per_user" numeric(12, 2),
	"number_of_seats" integer,
	"licensed_seats" integer,
	"term_months" integer,
	"currency" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "renewal_snapshots_week_renewal_id_pk" PRIMARY KEY("week","renewal_id")
);
--> statement-breakpoint
ALTER TABLE "renewal_snapshots" ADD CONSTRAINT "renewal_snapshots_renewal_id_renewals_id_fk" FOREIGN KEY ("renewal_id") REFERENCES "public"."renewals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "renewal_snapshots_by_renewal" ON "renewal_snapshots" USING btree ("renewal_id");