-- Their successors are made beforehand, or in this transaction: online/.
DROP INDEX IF EXISTS "renewals_undecided";--> statement-breakpoint
DROP INDEX IF EXISTS "renewals_undecided_of_assignee";
