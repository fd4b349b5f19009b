ALTER TABLE "reminder_steps" ADD COLUMN "purpose" text DEFAULT 'decision' NOT NULL;--> statement-breakpoint
UPDATE "reminder_policies" SET "steps" = (
  SELECT coalesce(jsonb_agg('{"purpose": "decision"}'::jsonb || s.step ORDER BY s.place), '[]'::jsonb)
  FROM jsonb_array_elements("steps") WITH ORDINALITY AS s(step, place));
