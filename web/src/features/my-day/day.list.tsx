import type { WorkItem } from '@desk/contract/renewal-work/my-day';
import type { WorkGroup, WorkKind } from '@desk/contract/rules/next-action';
import type { ReactNode } from 'react';
import { TextButton } from '../../kit/button/text-button.tsx';
import { Badge } from '../../kit/text/badge.tsx';
import { money, number, weekday } from '../../kit/text/format.ts';
import { rowId } from './hooks.ts';
import { KIND_TONES } from '../../parts/inbound/inbound-words.ts';
import {
  GROUP_WORDS,
  keyOf,
  KIND_WORDS,
  MAIL_WORDS,
  stakeWords,
  waitingWords,
  whenWords,
  type Day,
  type Group,
} from './model.ts';
import classes from './my-day.module.css';

const PHONE = 'M5 4h4l2 5-2.5 1.5a11 11 0 0 0 5 5L15 13l5 2v4a1 1 0 0 1-1 1A15 15 0 0 1 4 5a1 1 0 0 1 1-1';
const PAPER = 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6';
const OUTLINES: Readonly<Record<WorkKind | 'mail', string>> = {
  call: PHONE,
  quote: PAPER,
  invoice: PAPER,
  purchase_order: PAPER,
  decide: 'M13 3L5 14h6l-1 7 8-11h-6z',
  wait: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M12 8v4l3 2',
  other: 'M5 12h.01M12 12h.01M19 12h.01',
  approve: 'M4 12l5 5L20 6',
  mail: 'M3 6h18v12H3zM3 7l9 6 9-6',
};

/** What something asks for, as a drawing. */
export const Outline = ({ kind }: { kind: keyof typeof OUTLINES }) => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d={OUTLINES[kind]} />
  </svg>
);

interface Props {
  day: Day;
  chosen: WorkItem | undefined;
  onChoose: (item: WorkItem) => void;
  onMore: (group: WorkGroup, from: number) => void;
  isFetching: boolean;
  /** Of the team: whose it is stands beside. */
  withOwner: boolean;
  /** Below the chosen row, where there is no room beside the list. */
  below: ((item: WorkItem) => ReactNode) | undefined;
}

/** What there is to do by group, the most urgent first. */
export function DayList(props: Props) {
  const { day } = props;
  const shown = day.groups.filter(({ count }) => count > 0);
  return (
    <div className={classes.list}>
      {shown.map((group) => (
        <GroupOfItems key={group.group} {...props} group={group} />
      ))}
    </div>
  );
}

const nextOn = ({ waiting_until: until }: Day): string => (until === null ? '' : `next on ${weekday(until)}`);

function GroupOfItems({ group: { group, count, sums, items }, ...props }: Props & { group: Group }) {
  const { day, onMore, isFetching } = props;
  const rest = count - items.length;
  const isWaiting = group === 'waiting';
  return (
    <section aria-label={GROUP_WORDS[group]}>
      <h2 className={classes.group} data-late={group === 'overdue' || undefined}>
        <span>{GROUP_WORDS[group]}</span>
        <span className={classes.count}>{isWaiting ? waitingWords(day.waiting) || number(count) : number(count)}</span>
        <span className={classes.stake}>{isWaiting ? nextOn(day) : stakeWords(sums)}</span>
      </h2>
      <ul className={classes.items}>
        {items.map((item) => (
          <Row key={keyOf(item)} {...props} item={item} />
        ))}
      </ul>
      {rest > 0 && (
        <div className={classes.more} aria-busy={isFetching}>
          <TextButton onPress={() => onMore(group, items.length)}>Show more of {number(rest)}</TextButton>
        </div>
      )}
    </section>
  );
}

function Row({ item, day, chosen, onChoose, withOwner, below }: Props & { item: WorkItem }) {
  const isChosen = chosen !== undefined && keyOf(chosen) === keyOf(item);
  return (
    <li id={rowId(item)} className={classes.item} data-chosen={isChosen || undefined}>
      <button type="button" aria-current={isChosen || undefined} onClick={() => onChoose(item)}>
        <Outline kind={item.inbound_kind === null ? item.kind : 'mail'} />
        <What item={item} withOwner={withOwner} />
        <span className={classes.when} data-late={item.days_late !== null || undefined}>
          {whenWords(item, day.today)}
        </span>
        <span className={classes.value}>{valueOf(item)}</span>
      </button>
      {isChosen && below?.(item)}
    </li>
  );
}

const valueOf = ({ value, currency }: WorkItem): string =>
  value === null ? '' : money(Math.round(Number(value)), currency);

/** What all of them begin with tells none from another. */
const shortSku = ({ sku_name: name }: WorkItem): string => name.replace(/^Google Workspace /, '');

const What = ({ item, withOwner }: { item: WorkItem; withOwner: boolean }) => (
  <span className={classes.what}>
    {item.inbound_kind === null && <span className="visually-hidden">{KIND_WORDS[item.kind]}: </span>}
    <span>
      <b>{item.domain_name}</b> <i className={classes.sku}>{shortSku(item)}</i>
      {item.inbound_kind !== null && (
        <>
          {' '}
          <Badge word={MAIL_WORDS[item.inbound_kind]} tone={KIND_TONES[item.inbound_kind]} />
        </>
      )}
    </span>
    <small>
      {withOwner && `${item.owner?.name ?? 'Unassigned'}: `}
      {item.sentence}
    </small>
  </span>
);
