-- What stands beside a renewal is the newest line of its history; a saved status left an older one there.
UPDATE renewals r SET followup_comment = newest.comment
FROM (SELECT DISTINCT ON (renewal_id) renewal_id, comment FROM renewal_comments ORDER BY renewal_id, id DESC) newest
WHERE newest.renewal_id = r.id AND r.followup_comment IS DISTINCT FROM newest.comment;
