import type { InboundMessage } from '@desk/contract/renewal-work/inbound';
import { CellLink } from '../../kit/cell/cell-link.tsx';
import { Button } from '../../kit/button/button.tsx';
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
}

/** A mail on a small screen, as a mailbox shows it. */
export const MailCard = ({ message, name, open, done }: CardProps) => (
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
      {message.settled_at === null && (
        <Button variant="default" aria-label={`Done: ${name}`} onClick={() => done(message)}>
          Done
        </Button>
      )}
    </div>
  </article>
);
