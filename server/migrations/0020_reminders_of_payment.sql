ALTER TABLE "reminder_steps" ADD COLUMN "purpose" text DEFAULT 'decision' NOT NULL;
