ALTER TABLE "renewals" ADD COLUMN "if_nobody_acts" text;--> statement-breakpoint
ALTER TABLE "renewals" ADD COLUMN "seats_if_nobody_acts" integer;--> statement-breakpoint
ALTER TABLE "renewals" ADD COLUMN "last_safe_day" date;--> statement-breakpoint
ALTER TABLE "renewals" ADD COLUMN "instruction_state" text;--> statement-breakpoint
ALTER TABLE "renewals" ADD COLUMN "wanted_outcome" text;--> statement-breakpoint
ALTER TABLE "renewals" ADD COLUMN "wanted_seats" integer;--> statement-breakpoint
-- A renewal shows its live instruction: lists tell it without looking for one of each row. Whoever writes an instruction holds its renewal.
CREATE FUNCTION instruction_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE renewals r SET instruction_state = n.state, wanted_outcome = n.outcome, wanted_seats = n.seats
  FROM (SELECT t.renewal_id, i.state, i.outcome, i.seats FROM (SELECT DISTINCT renewal_id FROM new_rows) AS t
    LEFT JOIN instructions i ON i.renewal_id = t.renewal_id
      AND i.state IN ('draft', 'approved', 'placed', 'verified', 'blocked', 'drifted')) AS n
  WHERE r.id = n.renewal_id
    AND (r.instruction_state, r.wanted_outcome, r.wanted_seats) IS DISTINCT FROM (n.state, n.outcome, n.seats);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER instructions_inserted AFTER INSERT ON instructions REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION instruction_written();--> statement-breakpoint
CREATE TRIGGER instructions_updated AFTER UPDATE ON instructions REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION instruction_written();
