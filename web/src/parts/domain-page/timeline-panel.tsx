import { timeline, type TimelineKind, type TimelineCursor, type TimelineEntry } from '@desk/contract/timeline';
import { useState } from 'react';
import { useCall } from '../../api/hooks.ts';
import { Button } from '../../kit/button/button.tsx';
import { TextButton } from '../../kit/button/text-button.tsx';
import { EmptyState, ErrorPanel } from '../../kit/feedback/panels.tsx';
import { Waiting } from '../../kit/feedback/waiting.tsx';
import { CountFilter } from '../../kit/filter/count-filter.tsx';
import { Badge } from '../../kit/text/badge.tsx';
import { businessDayOf } from '../../kit/text/clock.ts';
import { longDate, instant } from '../../kit/text/format.ts';
import classes from './timeline-panel.module.css';
import { KIND_WORDS, tellingOf, type About } from './timeline-words.ts';

const OUTLINES: Readonly<Record<TimelineKind, string>> = {
  comment: 'M4 5h16v11H10l-5 4v-4H4z',
  message: 'M3 6h18v12H3zM3 7l9 6 9-6',
  reminder: 'M18 8a6 6 0 0 0-12 0c0 7-3 8-3 8h18s-3-1-3-8M10 20a2 2 0 0 0 4 0M3 3l18 18',
  opening: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6',
  inbound: 'M3 6h18v12H3zM8 12h8M11 9l-3 3 3 3',
  decision: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4 21c0-5 4-7 8-7s8 2 8 7',
  order: 'M3 4h3l2 11h10l2-8H7M9 19h.01M17 19h.01',
  ticket: 'M4 6h16v4a2 2 0 0 0 0 4v4H4v-4a2 2 0 0 0 0-4z',
  invoice: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  sync: 'M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5',
  edit: 'M4 20l1-4L16 5l3 3L8 19z',
};

/** What follows the name is what they said. */
const HAS_COLON: ReadonlySet<TimelineKind> = new Set(['comment', 'message', 'inbound']);

interface PanelProps {
  domain: string;
  /** The renewal that is worked on: of what is about it this is not said again. */
  current: About | undefined;
  /** Opens a mail that came in; undefined: for who may not read it. */
  onMail: ((inboundId: number) => void) | undefined;
}

/** What happened to a domain, newest first, by kind; fifty at a time. */
export function TimelinePanel({ domain, current, onMail }: PanelProps) {
  const [kind, setKind] = useState<TimelineKind | ''>('');
  const { data } = useCall(timeline.entries, { domain_name: domain });
  const kinds = (Object.keys(KIND_WORDS) as TimelineKind[]).filter((one) => (data?.counts[one] ?? 0) > 0);
  return (
    <section aria-label="Timeline" className={classes.timeline}>
      {kinds.length > 1 && (
        <CountFilter
          label="Kind of entry"
          counts={kinds.map((key) => ({ key, count: data?.counts[key] ?? 0 }))}
          value={kind}
          nameOf={(key) => KIND_WORDS[key]}
          onChange={setKind}
        />
      )}
      <ol key={kind} className={classes.entries}>
        <Page {...{ domain, kind, current, onMail }} before={undefined} />
      </ol>
    </section>
  );
}

interface PageProps extends PanelProps {
  kind: TimelineKind | '';
  /** The last entry before these; undefined: they are the newest. */
  before: TimelineCursor | undefined;
}

/** A page of entries, and the next one below it once it is asked for. */
function Page(asked: PageProps) {
  const { domain, kind, before } = asked;
  const { data, error, refetch } = useCall(timeline.entries, {
    domain_name: domain,
    ...(kind !== '' && { kind }),
    ...(before && { before }),
  });
  if (data) return <Entries {...asked} entries={data.entries} hasMore={data.more} />;
  return (
    <li>
      {error ? (
        <ErrorPanel text="Could not fetch what happened." what={error.message} onRetry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
    </li>
  );
}

function Entries({ entries, hasMore, ...asked }: PageProps & { entries: TimelineEntry[]; hasMore: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const last = entries.at(-1);
  if (!last)
    return (
      <li>
        <EmptyState text="Nothing has happened yet" />
      </li>
    );
  return (
    <>
      {entries.map((entry) => (
        <Entry key={entry.key} entry={entry} {...asked} />
      ))}
      {isOpen ? (
        <Page {...asked} before={{ at: last.at, key: last.key }} />
      ) : (
        hasMore && (
          <li>
            <Button variant="default" onClick={() => setIsOpen(true)}>
              Show earlier
            </Button>
          </li>
        )
      )}
    </>
  );
}

function Entry({ entry, current, onMail }: Omit<PanelProps, 'domain'> & { entry: TimelineEntry }) {
  const { who, text, states, more } = tellingOf(entry, current);
  const isDay = entry.kind === 'invoice';
  return (
    <li className={classes.entry}>
      <span className={classes.dot}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d={OUTLINES[entry.kind]} />
        </svg>
        <span className="visually-hidden">{KIND_WORDS[entry.kind]}</span>
      </span>
      <div>
        <time dateTime={entry.at}>{isDay ? longDate(businessDayOf(entry.at)) : instant(entry.at)}</time>
        <p>
          {who !== null && (
            <>
              <b>{who}</b>
              {HAS_COLON.has(entry.kind) ? ': ' : ' '}
            </>
          )}
          {text}{' '}
          {states.map((state) => (
            <span key={state} className={classes.state}>
              <Badge word={state} />
            </span>
          ))}
        </p>
        {more.map((line) => (
          <p key={line} className={classes.note}>
            {line}
          </p>
        ))}
        {entry.kind === 'inbound' && onMail && (
          <TextButton className={classes.read} onPress={() => onMail(Number(entry.key.replace(/^\D+/, '')))}>
            Read the mail
          </TextButton>
        )}
      </div>
    </li>
  );
}
