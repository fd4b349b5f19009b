-- Who may be asked changes the day of who has the renewals, whoever writes it: a person, an import, or the CRM.
CREATE TRIGGER contacts_written AFTER INSERT OR UPDATE OR DELETE ON contacts
  FOR EACH STATEMENT EXECUTE FUNCTION work_written();--> statement-breakpoint
CREATE TRIGGER resellers_written AFTER UPDATE ON resellers
  FOR EACH STATEMENT EXECUTE FUNCTION work_written();
