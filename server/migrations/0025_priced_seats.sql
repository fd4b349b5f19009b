ALTER TABLE "subscriptions" ADD COLUMN "priced_seats" integer;--> statement-breakpoint
-- Prices that are there were told for the seats of today; those of contracts stand by themselves.
UPDATE subscriptions SET priced_seats = coalesce(number_of_seats, licensed_seats) WHERE price IS NOT NULL AND source <> 'directory';
