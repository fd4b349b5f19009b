CREATE TABLE "service_tokens" (
	"name" text PRIMARY KEY NOT NULL,
	"sealed" "bytea",
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
