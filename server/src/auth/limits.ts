import type { Limit } from './throttle.ts';

/** Every tester shares one address; `demo` relaxes what is counted per address and per mail sent, never guesses. */
const eased = (profile: 'production' | 'demo', hits: number) => (profile === 'demo' ? hits * 20 : hits);

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

export const limits = (profile: 'production' | 'demo') =>
  ({
    loginPerAddress: { hits: eased(profile, 30), windowSeconds: MINUTE },
    loginPerAccountAndAddress: { hits: 5, windowSeconds: DAY, pause: { seconds: 30, mostSeconds: 15 * MINUTE } },
    loginPerAccount: { hits: 50, windowSeconds: DAY },
    /** Of all own devices together: somebody may make himself many. */
    loginByDevices: { hits: 100, windowSeconds: DAY },
    unknownPerAddress: { hits: eased(profile, 5), windowSeconds: 15 * MINUTE },
    unknownAltogether: { hits: 200, windowSeconds: HOUR },
    codesPerHour: { hits: eased(profile, 5), windowSeconds: HOUR },
    codesPerDay: { hits: eased(profile, 20), windowSeconds: DAY },
    codesByDevices: { hits: eased(profile, 60), windowSeconds: DAY },
    codesPerAddress: { hits: eased(profile, 20), windowSeconds: HOUR },
    codesToUnknown: { hits: eased(profile, 500), windowSeconds: HOUR },
    codesToKnown: { hits: eased(profile, 20_000), windowSeconds: HOUR },
    codeTriesPerAddress: { hits: eased(profile, 30), windowSeconds: 15 * MINUTE },
    customerWrites: { hits: eased(profile, 300), windowSeconds: HOUR },
    signupsPerAddress: { hits: eased(profile, 30), windowSeconds: 15 * MINUTE },
    vouchersPerAddress: { hits: eased(profile, 10), windowSeconds: HOUR },
    vouchersPerEmail: { hits: eased(profile, 3), windowSeconds: HOUR },
    vouchersAltogether: { hits: eased(profile, 50), windowSeconds: DAY },
    decisionPagesPerAddress: { hits: eased(profile, 600), windowSeconds: 15 * MINUTE },
    decisionPagesPerLink: { hits: eased(profile, 240), windowSeconds: 15 * MINUTE },
    // A calendar looks a few times an hour.
    calendarsPerAddress: { hits: eased(profile, 300), windowSeconds: 15 * MINUTE },
    calendarsPerFeed: { hits: eased(profile, 60), windowSeconds: 15 * MINUTE },
    /** Looks at one subscription, each of which asks the provider; all accounts share what it allows. */
    providerLooks: { hits: eased(profile, 30), windowSeconds: MINUTE },
    forwardsPerContact: { hits: 5, windowSeconds: DAY },
    newLinksPerLink: { hits: 3, windowSeconds: DAY },
    // Of all links that ever were together: one of before can have new links mailed to who had the first.
    newLinksPerRecipient: { hits: 3, windowSeconds: DAY },
    newLinksPerAddress: { hits: eased(profile, 10), windowSeconds: HOUR },
    guessesPerAccountAndClient: { hits: 20, windowSeconds: DAY },
    guessesPerAccount: { hits: 100, windowSeconds: DAY },
    // 100, 360 in the pauses of a day, and one for each of up to 500 accounts: fewer than a thousand of a million.
    wrongCodesAltogether: { hits: 100, windowSeconds: DAY, pause: { seconds: 240, mostSeconds: 240 } },
    firstGuess: { hits: 1, windowSeconds: DAY },
  }) as const satisfies Record<string, Limit>;
