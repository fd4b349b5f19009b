import type { Blocked } from '../../providers/port.ts';

type Plain = Exclude<Blocked, { because: 'below-assigned' }>['because'];

const SENTENCES: Readonly<Record<Plain, string>> = {
  suspended: 'The subscription is suspended, and a suspended one does not renew. Have it restored first.',
  offline: 'The provider does not bill this subscription by itself: its renewal is arranged by hand.',
  'no-commitment': 'This plan has no term whose end could be set.',
  'no-term': 'The provider does not tell when the term ends.',
  over: 'The term has ended otherwise than was wished, and the provider cannot go back.',
  'unknown-plan': 'The provider tells a plan that is not known here.',
  'assigned-unknown':
    'The provider does not tell how many seats are in use, so it is not known whether fewer can be had.',
  'not-offered': 'The provider cannot do this by itself.',
};

/** Why a wish cannot be placed as things stand, for the people who have to do something about it. */
export function blockedSentence(blocked: Blocked): string {
  if (blocked.because !== 'below-assigned') return SENTENCES[blocked.because];
  const { free } = blocked;
  return `More seats are in use than are wished. Free ${free} ${free === 1 ? 'seat' : 'seats'} first.`;
}
