-- From 0012_what_follows_on_the_renewal on there is what is named here.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "renewals_to_decide" ON "renewals" USING btree ("term_end","id","assigned_to_id","segment","number_of_seats","licensed_seats","domain_name") WHERE product = 'licence' and (closed_because is null or closed_because = 'passed')
      and (confirmation_status is null or confirmation_status in ('In Discussion', 'Extension', 'Mid Term Upgrade'))
      and (instruction_state is null or not instruction_state in ('approved', 'placed', 'verified'));--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "renewals_to_decide_of_assignee" ON "renewals" USING btree ("assigned_to_id","term_end","id") WHERE product = 'licence' and (closed_because is null or closed_because = 'passed')
      and (confirmation_status is null or confirmation_status in ('In Discussion', 'Extension', 'Mid Term Upgrade'))
      and (instruction_state is null or not instruction_state in ('approved', 'placed', 'verified'));--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "renewals_undecided";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "renewals_undecided_of_assignee";
