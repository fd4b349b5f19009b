CREATE TABLE "unread_mails" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"reason" text NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL
);
