import type { AtProvider, Wish } from '../seen.ts';

const AUTO = /^AUTO_RENEW_/;
const CURRENT = /^RENEW_CURRENT_USERS_/;

/** The settings by which the provider brings about what is wished, alone or before a second step. */
function fitting(wish: Wish, { seats, licensed }: AtProvider): readonly RegExp[] {
  switch (wish.outcome) {
    case 'end':
      return [/^CANCEL$/];
    case 'flexible':
      return [/^SWITCH_TO_PAY_AS_YOU_GO$/];
    case 'renew':
      if (wish.seats === licensed)
        return wish.seats >= seats ? [AUTO, CURRENT] : [CURRENT, /^SWITCH_TO_PAY_AS_YOU_GO$/];
      return wish.seats >= seats ? [AUTO] : [/^SWITCH_TO_PAY_AS_YOU_GO$/];
  }
}

/** Whether the provider's setting is what the wish needs. */
export const isSetFor = (wish: Wish, now: AtProvider): boolean =>
  fitting(wish, now).some((setting) => setting.test(now.renewalType ?? ''));
