import { LEFT, RenewalStatus } from '@desk/contract/words/lists';
import { DECIDING_STATES } from '@desk/contract/rules/instruction';
import { RESTING, UNDECIDED } from '@desk/contract/rules/standing';

// `standingOf` of a renewal without its date, as SQL over its row; `alias` is that of the table, with its dot.

const isOneOf = (column: string, words: readonly string[]) =>
  `${column} in (${words.map((word) => `'${word}'`).join(', ')})`;
const LEFT_WORDS = RenewalStatus.options.filter((status) => LEFT.has(status));

/** Somebody has to decide it. Word for word in the indexes of what is undecided. */
export const undecidedSql = (alias = '') => `(${alias}closed_because is null or ${alias}closed_because = 'passed')
      and (${alias}confirmation_status is null or ${isOneOf(`${alias}confirmation_status`, UNDECIDED)})
      and (${alias}instruction_state is null or not ${isOneOf(`${alias}instruction_state`, DECIDING_STATES)})`;

/** It is settled, and not only at rest. */
export const decidedSql = (alias: string) => `not (${undecidedSql(alias)})
      and (${alias}confirmation_status is distinct from '${RESTING}' or ${isOneOf(`${alias}closed_because`, ['renewed', 'ended'])})`;

/** The customer has left. */
export const leftSql = (alias: string) => `(coalesce(${alias}closed_because, '') = 'ended'
      or (coalesce(${alias}closed_because, '') <> 'renewed'
        and ${isOneOf(`coalesce(${alias}confirmation_status, '')`, LEFT_WORDS)}))`;

/** Its `Stage`. */
export const stageSql = (
  alias: string,
) => `case when ${leftSql(alias)} then 'left' when ${undecidedSql(alias)} then 'undecided'
  when ${decidedSql(alias)} then case when ${alias}closed_because is null then 'decided' else 'renewed' end else 'suspended' end`;

/** Whether it is over: what stays open for what is planned is over with its term. */
export const termStateSql = (alias: string) =>
  `case when ${alias}closed_because is null then ${alias}state else 'closed' end`;

/** The months of a term, whose last day may be the one before the next begins; null for a year and where its start is unknown. */
export const termMonthsSql = (alias: string) =>
  `nullif(nullif(round((${alias}term_end - ${alias}term_start + 1) / 30.4375)::int, 12), 0)`;
