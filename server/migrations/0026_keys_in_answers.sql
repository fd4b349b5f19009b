-- What customers quoted in their answers had the keys of their decision links in it.
UPDATE "inbound_messages" SET "text" = regexp_replace("text", '/d/(?:[A-Za-z0-9_-](?:=?\r?\n[>\s]*)?){42}[A-Za-z0-9_-]', '/d/…', 'g')
  WHERE "text" LIKE '%/d/%';
--> statement-breakpoint
UPDATE "renewal_comments" SET "comment" = regexp_replace("comment", '/d/[A-Za-z0-9_-]{43}', '/d/…', 'g') WHERE "comment" LIKE '%/d/%' AND "form" ? 'inbound';
