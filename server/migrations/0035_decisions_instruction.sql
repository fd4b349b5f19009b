ALTER TABLE "renewal_decisions" ADD COLUMN IF NOT EXISTS "instruction_id" integer CONSTRAINT "renewal_decisions_instruction_id_instructions_id_fk" REFERENCES "instructions" ("id");--> statement-breakpoint
-- Of those of before: what was written with the decision, else what has stood since and is what it asked for.
UPDATE "renewal_decisions" k SET "instruction_id" = coalesce(
  (SELECT i."id" FROM "instructions" i WHERE i."renewal_id" = k."renewal_id" AND i."created_at" = k."created_at"
    AND (i."requested_by_id" = k."account_id" OR i."requested_by_link_id" = k."link_id") ORDER BY i."id" DESC LIMIT 1),
  (SELECT i."id" FROM "instructions" i WHERE i."renewal_id" = k."renewal_id" AND i."created_at" <= k."created_at"
    AND i."state" NOT IN ('refused', 'superseded', 'cancelled') AND (i."outcome" = 'end') = (k."decision" = 'do_not_renew')
    AND (k."seats" IS NULL OR i."seats" = k."seats") ORDER BY i."id" DESC LIMIT 1))
WHERE k."decision" <> 'talk' AND k."instruction_id" IS NULL;
