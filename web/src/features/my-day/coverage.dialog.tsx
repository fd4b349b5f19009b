import type { CoverageRow } from '@desk/contract/renewal-work/coverage';
import { CoverageFinding } from '@desk/contract/rules/next-action';
import { ListDialog } from '../../kit/dialog/list-dialog.tsx';
import { Section } from '../../kit/layout/section.tsx';
import { Stack } from '../../kit/layout/stack.tsx';
import { instant, number } from '../../kit/text/format.ts';
import { DomainLink } from '../../parts/domain-page/domain-link.tsx';
import classes from './coverage.module.css';
import type { Coverage } from './model.ts';

interface Words {
  readonly title: string;
  /** What it comes from, and what it leads to. */
  readonly why: string;
  /** What is done about it. */
  readonly next: string;
  /** Where there is none of them. */
  readonly none: string;
}

const WORDS: Readonly<Record<CoverageFinding, Words>> = {
  no_renewal: {
    title: 'No open renewal',
    why: 'The subscription is active on an annual plan, and nobody would be asked before its term ends.',
    next: 'Open the domain and check its renewal date, then run the sync under Sync and import.',
    none: 'Each active annual subscription has an open renewal.',
  },
  no_date: {
    title: 'No renewal date',
    why: 'The subscription is active on an annual plan, and neither the provider nor we know when its term ends: nobody would be asked.',
    next: 'Look the day up in the contract, and import it under Sync and import as “Renewal dates and prices”.',
    none: 'Of each active annual subscription it is known when its term ends.',
  },
  gone: {
    title: 'Gone before its term was over',
    why: 'The provider has not listed the subscription for a day and more, and nobody decided its end: the customer may have been moved away, or buys elsewhere.',
    next: 'Ask the customer, and write a comment on the renewal: then it is known, and no longer here.',
    none: 'No subscription has gone before its term was over without a word about it.',
  },
  two_renewals: {
    title: 'Two renewals for one term',
    why: 'Two people may speak to the same customer, or each may wait for the other.',
    next: 'Agree which of the two is worked on, and tell an administrator: a sync should have made one of them.',
    none: 'No term has two renewals.',
  },
  no_queue: {
    title: 'In nobody’s list',
    why: 'Nobody has it, and no active colleague has the screen on which Unassigned is seen.',
    next: 'Assign it in Monthly Renewal Data, or give a colleague the screen Manage Renewal Team.',
    none: 'Each renewal is in somebody’s list, or in Unassigned, which somebody sees.',
  },
  no_contact: {
    title: 'Nobody to reach',
    why: 'The term ends within 90 days, and nobody of the customer can be asked by mail: no address is known, or each has bounced, unsubscribed or is a viewer’s.',
    next: 'Open the domain and find somebody.',
    none: 'Of each customer whose term ends within 90 days somebody can be reached.',
  },
  owner_without_screen: {
    title: 'Owner who does not see it',
    why: 'Its owner is suspended, or has no screen of renewals.',
    next: 'Give it to a colleague in Monthly Renewal Data, or give the owner a screen of renewals.',
    none: 'Each owner sees what they have.',
  },
  add_on_unseen: {
    title: 'Add-on that nobody sees',
    why: 'The renewal of its Axima subscription is near or overdue, and no active colleague of Deployment has the screen of add-ons.',
    next: 'Give a colleague of Deployment the screen Axima Domains.',
    none: 'Each add-on whose renewal is near is seen by somebody.',
  },
};

interface Props {
  found: Coverage;
  onClose: () => void;
}

/** What the last look found, by kind: the cause, what is done about it, and where. */
export function CoverageDialog({ found: { checked_at: at, findings, rows }, onClose }: Props) {
  const countOf = (kind: CoverageFinding) => findings.find((one) => one.kind === kind)?.count ?? 0;
  const [wrong, right] = [
    CoverageFinding.options.filter((kind) => countOf(kind) > 0),
    CoverageFinding.options.filter((kind) => countOf(kind) === 0),
  ];
  return (
    <ListDialog title="Coverage" size={720} onClose={onClose}>
      <Stack>
        <p className={classes.checked}>
          {at === null
            ? 'Nobody has looked yet. Renewals are looked through once a night.'
            : `As it stood at ${instant(at)}. Renewals are looked through once a night.`}
        </p>
        {wrong.map((kind) => (
          <Found key={kind} kind={kind} count={countOf(kind)} rows={rows.filter((row) => row.kind === kind)} />
        ))}
        {at !== null && right.length > 0 && (
          <Section title="Found in order">
            <ul className={classes.sound}>
              {right.map((kind) => (
                <li key={kind}>
                  <span aria-hidden="true">✓</span> {WORDS[kind].none}
                </li>
              ))}
            </ul>
          </Section>
        )}
      </Stack>
    </ListDialog>
  );
}

const Found = ({ kind, count, rows }: { kind: CoverageFinding; count: number; rows: readonly CoverageRow[] }) => (
  <Section title={`${WORDS[kind].title}: ${number(count)}`}>
    <p className={classes.why}>
      {WORDS[kind].why} <b>{WORDS[kind].next}</b>
    </p>
    <ul className={classes.rows}>
      {rows.map(({ name, domain_name: domain, renewal_id: renewal }) => (
        <li key={`${domain}-${String(renewal)}`}>
          {kind === 'add_on_unseen' ? name : <DomainLink name={domain} {...(renewal !== null && { renewal })} />}
          {name !== domain && <small>{name}</small>}
        </li>
      ))}
    </ul>
    {count > rows.length && <p>And {number(count - rows.length)} more.</p>}
  </Section>
);
