-- The audit log is append-only, whoever asks.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only';
END $$;--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();--> statement-breakpoint

-- A month's revision grows in the transaction of every write that touches the month. 16 shards, chosen by backend, keep
-- writers of one month from waiting for each other's commit. Months are locked in order, so two writers never deadlock.
CREATE FUNCTION bump_months(months date[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO month_revisions (month, shard, revision)
  SELECT month, pg_backend_pid() % 16, 1 FROM (SELECT DISTINCT unnest(months) AS month) AS touched ORDER BY month
  ON CONFLICT (month, shard) DO UPDATE SET revision = month_revisions.revision + 1
$$;--> statement-breakpoint

CREATE FUNCTION renewals_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM bump_months(array_agg(DISTINCT date_trunc('month', term_end)::date)) FROM new_rows HAVING count(*) > 0;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM bump_months(array_agg(DISTINCT date_trunc('month', term_end)::date)) FROM old_rows HAVING count(*) > 0;
  ELSE
    PERFORM bump_months(array_agg(DISTINCT month)) FROM (
      SELECT date_trunc('month', term_end)::date AS month FROM new_rows
      UNION SELECT date_trunc('month', term_end)::date FROM old_rows
    ) AS touched HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER renewals_inserted AFTER INSERT ON renewals REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION renewals_written();--> statement-breakpoint
CREATE TRIGGER renewals_updated AFTER UPDATE ON renewals REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION renewals_written();--> statement-breakpoint
CREATE TRIGGER renewals_deleted AFTER DELETE ON renewals REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION renewals_written();--> statement-breakpoint

-- The lists also show the customer's company, e-mail and CRM ids, and the assignee's e-mail.
CREATE FUNCTION customer_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM bump_months(array_agg(DISTINCT date_trunc('month', r.term_end)::date))
  FROM renewals r JOIN new_rows n ON n.id = r.customer_id JOIN old_rows o ON o.id = n.id
  WHERE (n.company_name, n.email, n.zoho_customer_id) IS DISTINCT FROM (o.company_name, o.email, o.zoho_customer_id)
  HAVING count(*) > 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER customers_updated AFTER UPDATE ON customers REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION customer_written();--> statement-breakpoint
CREATE FUNCTION account_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM bump_months(array_agg(DISTINCT date_trunc('month', r.term_end)::date))
  FROM renewals r JOIN new_rows n ON n.id = r.assigned_to_id JOIN old_rows o ON o.id = n.id
  WHERE n.email IS DISTINCT FROM o.email
  HAVING count(*) > 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER accounts_updated AFTER UPDATE ON accounts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION account_written();
