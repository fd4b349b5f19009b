import type { InboundMessage } from '@desk/contract/renewal-work/inbound';
import { instant } from '../../kit/text/format.ts';
import type { Tone } from '../../kit/text/badge.tsx';
import type { InboundKind } from '@desk/contract/words/reach';
import { INBOUND_WORDS } from '../domain-page/timeline-words.ts';

export const KIND_TONES: Readonly<Record<InboundKind, Tone>> = {
  reply: 'progress',
  bounce: 'bad',
  'auto-reply': 'quiet',
  unsubscribe: 'attention',
};

export function subjectOf({ channel, subject }: InboundMessage): string {
  if (channel !== 'Email') return channel;
  return subject.trim() === '' ? '(no subject)' : subject;
}
export const senderOf = ({ from }: InboundMessage): string => (from === '' ? 'No sender' : from);

/** "Reply from ravi@acme.example"; of a bounce who could not be reached. */
export function titleOf(message: InboundMessage): string {
  const { kind, bounced_address: bounced } = message;
  const words = INBOUND_WORDS[kind];
  if (kind === 'bounce') return bounced === null ? words : `${words}: ${bounced}`;
  return kind === 'unsubscribe' ? `${words}: ${senderOf(message)}` : `${words} from ${senderOf(message)}`;
}

export const isUnmatched = ({ company_name, renewals, settled_at }: InboundMessage): boolean =>
  settled_at === null && company_name === null && renewals.length === 0;

/** Who is not written to any more if that is wished: of a bounce who could not be reached; undefined: no address is known. */
export function silencedBy({ kind, bounced_address, from }: InboundMessage): string | undefined {
  const address = kind === 'bounce' ? (bounced_address ?? '') : from;
  return address === '' ? undefined : address;
}

/** Who has seen to it, and when; a mail that asks for nothing is seen to as it comes. */
export function settledWords({ settled_at: at, settled_by: by }: InboundMessage): string {
  if (at === null) return 'Nobody yet';
  return by === null ? 'It asks for nothing' : `Done by ${by}, ${instant(at)}`;
}
