import type { ReplyOf } from '@desk/contract/call';
import type { inbound, InboundMessage } from '@desk/contract/renewal-work/inbound';
import type { ReactNode } from 'react';
import { Badge } from '../../kit/text/badge.tsx';
import { Breakable } from '../../kit/text/breakable.tsx';
import { instant, shown } from '../../kit/text/format.ts';
import { Pairs } from '../../kit/text/pairs.tsx';
import { DomainLink } from '../domain-page/domain-link.tsx';
import { INBOUND_WORDS } from '../domain-page/timeline-words.ts';
import { MessageText } from '../mail/message-text.tsx';
import classes from './inbound.module.css';
import { isUnmatched, KIND_TONES, settledWords, subjectOf } from './inbound-words.ts';

type Details = ReplyOf<typeof inbound.message>;

export const InboundBadge = ({ kind }: Pick<InboundMessage, 'kind'>) => (
  <Badge word={INBOUND_WORDS[kind]} tone={KIND_TONES[kind]} />
);

/** The domains of a mail, each with its page. */
export const DomainLinks = ({ renewals }: Pick<InboundMessage, 'renewals'>) => (
  <ul className={classes.domains}>
    {renewals.map(({ renewal_id, domain_name }) => (
      <li key={renewal_id}>
        <DomainLink name={domain_name} renewal={renewal_id} />
      </li>
    ))}
  </ul>
);

const answeredWords = ({ answers }: Details): string => {
  if (!answers) return 'None of our messages';
  return `${shown(answers.subject)}, sent to ${answers.recipient} on ${instant(answers.sent_at)}`;
};

/** A mail as it came, with what is known of it; the title says from whom. */
export function InboundFacts({ details }: { details: Details }) {
  const { message, to, text } = details;
  return (
    <>
      <Pairs>
        <Fact name="Customer">{message.company_name ?? (isUnmatched(message) ? 'Nobody knows yet' : 'N/A')}</Fact>
        {message.renewals.length > 0 && (
          <Fact name="Domain">
            <DomainLinks renewals={message.renewals} />
          </Fact>
        )}
        <Fact name="Received">
          <Breakable text={`${instant(message.received_at)}, for ${to}`} />
        </Fact>
        <Fact name="Answers">
          <Breakable text={answeredWords(details)} />
        </Fact>
        {message.settled_at !== null && <Fact name="Seen to">{settledWords(message)}</Fact>}
      </Pairs>
      <div className={classes.text}>
        <MessageText subject={subjectOf(message)} text={text} />
      </div>
    </>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);
