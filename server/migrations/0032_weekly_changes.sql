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
