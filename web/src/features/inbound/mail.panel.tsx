import type { InboundMessage } from '@desk/contract/renewal-work/inbound';
import { CellLink } from '../../kit/cell/cell-link.tsx';
import { Button } from '../../kit/button/button.tsx';
import { Badge } from '../../kit/text/badge.tsx';
import { Breakable } from '../../kit/text/breakable.tsx';
import { instant } from '../../kit/text/format.ts';
import { DomainLinks, InboundBadge } from '../../parts/inbound/inbound-facts.tsx';
import { senderOf, settledWords, subjectOf } from '../../parts/inbound/inbound-words.ts';
import classes from './inbound.module.css';
import { beginningOf } from './model.ts';

/** The subject, which opens the mail, and the beginning of its text in one line. */
export const Mail = ({ message, open }: { message: InboundMessage; open: (message: InboundMessage) => void }) => (
  <span className={classes.mail}>
    <span className={classes.subject}>
      <CellLink text={beginningOf(subjectOf(message))} title={subjectOf(message)} onPress={() => open(message)} />
    </span>{' '}
    <span className={classes.line}>{beginningOf(message.top)}</span>
  </span>
);

interface CardProps {
  message: InboundMessage;
  name: string;
  open: (message: InboundMessage) => void;
  done: (message: InboundMessage) => void;
  /** It was seen to here, and stands where it stood until the list is taken anew. */
  isSettled: boolean;
}

/** A mail on a small screen, as a mailbox shows it. */
export const MailCard = ({ message, name, open, done, isSettled }: CardProps) => (
  <article className={classes.card} aria-label={name}>
    <p className={classes.from}>
      <Breakable text={senderOf(message)} />
      {message.company_name !== null && <small>{message.company_name}</small>}
    </p>
    <Mail message={message} open={open} />
    <div className={classes.about}>
      <InboundBadge kind={message.kind} />
      <DomainLinks renewals={message.renewals} />
    </div>
    <div className={classes.foot}>
      <small>
        {instant(message.received_at)}
        {message.settled_at !== null && ` · ${settledWords(message)}`}
      </small>
      {isSettled && <Badge word="Done" />}
      {message.settled_at === null && !isSettled && (
        <Button variant="default" aria-label={`Done: ${name}`} onClick={() => done(message)}>
          Done
        </Button>
      )}
    </div>
  </article>
);
