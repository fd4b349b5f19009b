/**
 * The last day on which what follows the term of an open renewal can safely be changed, as SQL over its row; `alias` is that of the
 * table, with its dot. Once the provider has acted it stays that of the term that is over, until the renewal is closed: there is
 * nothing left to decide about it. Null: no provider acts by itself.
 */
export const lastSafeDaySql = (alias: string) => `(select d.last_safe_day from deadlines d
    where d.subscription_id = ${alias}subscription_id and d.kind = 'change'
      and (d.state = 'open' or d.state in ('met', 'missed') and ${alias}term_end between d.day and d.day + 1)
    order by ${alias}term_end between d.day and d.day + 1 desc, d.state = 'open' desc, d.at desc limit 1)`;
