-- Its indexes are made beforehand, or in this transaction: online/.
-- Instructions of before 0012, whose renewals were never told of them.
UPDATE renewals r SET instruction_state = i.state, wanted_outcome = i.outcome, wanted_seats = i.seats FROM instructions i
WHERE i.renewal_id = r.id AND i.state IN ('draft', 'approved', 'placed', 'verified', 'blocked', 'drifted')
  AND (r.instruction_state, r.wanted_outcome, r.wanted_seats) IS DISTINCT FROM (i.state, i.outcome, i.seats);--> statement-breakpoint
-- A session keeps the plan that it made for the first rows it saw, of one customer or of five thousand. So the rows come as an array, which is looked
-- up by the index whatever their number, and no two sets of rows are joined by comparing each with each.
CREATE OR REPLACE FUNCTION customer_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM bump_months(array_agg(DISTINCT date_trunc('month', r.term_end)::date)) FROM renewals r
  WHERE r.customer_id = ANY (ARRAY(SELECT changed.id FROM (
    SELECT n.id, n.company_name, n.email, n.zoho_customer_id FROM new_rows n
    EXCEPT SELECT o.id, o.company_name, o.email, o.zoho_customer_id FROM old_rows o) AS changed))
  HAVING count(*) > 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION instruction_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE renewals r SET instruction_state = n.state, wanted_outcome = n.outcome, wanted_seats = n.seats
  FROM (SELECT t.renewal_id, i.state, i.outcome, i.seats FROM unnest(ARRAY(SELECT DISTINCT renewal_id FROM new_rows)) AS t (renewal_id)
    LEFT JOIN instructions i ON i.renewal_id = t.renewal_id
      AND i.state IN ('draft', 'approved', 'placed', 'verified', 'blocked', 'drifted')) AS n
  WHERE r.id = n.renewal_id
    AND (r.instruction_state, r.wanted_outcome, r.wanted_seats) IS DISTINCT FROM (n.state, n.outcome, n.seats);
  RETURN NULL;
END $$;
