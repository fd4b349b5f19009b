/** Grows with every write on any renewal; an expression for a select list. A restored database has other files: nothing is taken for the same. */
export const ALL_REVISIONS = `(select concat(pg_relation_filenode('month_revisions'), '-', sum(revision)) from month_revisions)`;

/** The same of every write on what is next, instructed or decided of a renewal, and on who may be asked. */
export const WORK_REVISIONS = `(select concat(pg_relation_filenode('work_revisions'), '-', sum(revision)) from work_revisions)`;
