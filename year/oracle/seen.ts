/**
 * What can be seen of a year from outside: what customers want and say, what the provider has, which mails were delivered, and what
 * public calls showed to a person. Nothing of it is read from the product's database. Days are `yyyy-mm-dd` of the business,
 * instants milliseconds since 1970.
 */

/** A term's name, the same in every run of a seed: `domain/SKU/number of the term`. */
export type TermId = string;

/** What a customer wants of the next term. */
export type Wish =
  | { readonly outcome: 'renew'; readonly seats: number }
  | { readonly outcome: 'flexible' }
  | { readonly outcome: 'end' };

/** What the provider has of a subscription. */
export interface AtProvider {
  /** `ANNUAL`, `ANNUAL_YEARLY_PAY`, `FLEXIBLE`, `TRIAL`; `GONE`: the customer is with somebody else. */
  readonly plan: string;
  readonly status: string;
  /** Bought; of a flexible plan the most that are allowed. */
  readonly seats: number;
  /** Assigned to people. */
  readonly licensed: number;
  /** Null: there is none. */
  readonly renewalType: string | null;
}

/** How somebody says what they want: in the portal, by the link of a reminder, or on the telephone to the staff. `mail`: asks by mail to be called. */
export type Channel = 'portal' | 'link' | 'mail' | 'phone';

interface At {
  readonly at: number;
}

export type Seen = At &
  (
    | {
        /** A committed term that the provider has, from then on. */
        readonly kind: 'term';
        readonly term: TermId;
        readonly domain: string;
        readonly sku: string;
        readonly endsAt: number;
        /** Whether the provider acts at its end; what is billed offline is renewed by hand. */
        readonly isOnline: boolean;
        readonly now: AtProvider;
        /** Of a seat a year, in rupees. */
        readonly price: number;
        /** What its customer wants, decided or not; null: the customer does not know, and never will. */
        readonly wants: Wish | null;
        /** False: nobody there ever answers, by no channel. */
        readonly isReachable: boolean;
      }
    /** The provider has another end of it, or nothing of it any more (null): upgraded, transferred, suspended until it is over. */
    | { readonly kind: 'term moved'; readonly term: TermId; readonly endsAt: number | null; readonly why: string }
    /** Something else of a domain asks for somebody, or does so no more: a trial that no plan follows, a customer of whom all is suspended. */
    | { readonly kind: 'other deadline'; readonly domain: string; readonly what: string; readonly isOpen: boolean }
    /** The domain has another name. */
    | { readonly kind: 'renamed'; readonly from: string; readonly to: string }
    | { readonly kind: 'decided'; readonly term: TermId; readonly wish: Wish; readonly channel: Channel }
    /** Somebody of the staff reached the customer. */
    | {
        readonly kind: 'spoken';
        readonly term: TermId;
        readonly by: string;
        readonly answer: 'decided' | 'later' | 'nobody there';
      }
    /** What a person of the staff had before their eyes of a term when they opened it: its sentence. */
    | {
        readonly kind: 'opened';
        readonly term: TermId;
        readonly by: string;
        readonly act: string;
        readonly sentence: string;
      }
    /** A wish below the assigned seats: the customer was asked to free some, and did (`licensed`) or did not (null). */
    | { readonly kind: 'asked to free'; readonly term: TermId; readonly by: string; readonly licensed: number | null }
    /** A mail that was delivered, with the terms of which it speaks: a digest of deadlines to one of the staff. */
    | { readonly kind: 'mail'; readonly to: string; readonly subject: string; readonly domains: readonly string[] }
    /** A write that the provider carried out because it was asked to by the reseller's API. */
    | {
        readonly kind: 'provider write';
        readonly term: TermId;
        readonly method: string;
        readonly before: AtProvider;
        readonly after: AtProvider;
      }
    /** Somebody changed something in the provider's console. */
    | { readonly kind: 'console'; readonly term: TermId; readonly before: AtProvider; readonly after: AtProvider }
    /** The term has ended; what stands there in the same instant. */
    | { readonly kind: 'ended'; readonly term: TermId; readonly before: AtProvider; readonly after: AtProvider }
    /** What stands there at the evening of the first business day after its end, and at the end of the run. */
    | { readonly kind: 'settled'; readonly term: TermId; readonly now: AtProvider; readonly isFinal: boolean }
    /** On the evening of its last safe day: what its live instruction says to a person. Null: there is none. */
    | {
        readonly kind: 'last safe day';
        readonly term: TermId;
        readonly now: AtProvider;
        readonly instruction: {
          readonly state: string;
          readonly reason: string | null;
          readonly readBackAt: string | null;
        } | null;
      }
    /** One evening's lists: of every open renewal in whose list it is; null: in Unassigned. What is missing is in nobody's. */
    | { readonly kind: 'evening'; readonly day: string; readonly lists: readonly Listed[] }
    /** What the manager's list of deadlines shows: undecided ones, and those that are blocked. */
    | { readonly kind: 'escalated'; readonly terms: readonly TermId[] }
    /** A reminder that reached somebody of a customer, with the terms of which it speaks. */
    | { readonly kind: 'reminder'; readonly to: string; readonly terms: readonly TermId[] }
    /** The customer has answered otherwise than by a decision, or one address (`to`) is not to be written to any more. */
    | { readonly kind: 'stop'; readonly term: TermId; readonly to: string | null; readonly why: string }
    /** On the evening of its last safe day: what a person is shown of the reminders of a term. */
    | { readonly kind: 'reminders shown'; readonly term: TermId; readonly reminders: readonly ShownReminder[] }
    /** All that the provider has was read by then, as the list of syncs shows it to a person. */
    | { readonly kind: 'provider read' }
    | { readonly kind: 'fault'; readonly what: string }
  );

export interface ShownReminder {
  readonly step: string;
  readonly to: string;
  readonly dueOn: string;
  readonly state: 'planned' | 'sent' | 'stopped' | 'skipped';
  /** Why it was not sent, in words; null: nothing is said. */
  readonly reason: string | null;
}

export interface Listed {
  readonly term: TermId;
  readonly person: string | null;
  /** So many days ago it should have been done; null: it is not red. */
  readonly daysLate: number | null;
  /** Until when something can safely be done, as it is shown; null: nothing is. */
  readonly lastSafeDay: string | null;
  readonly sentence: string;
}

/** What all of it is assessed by. */
export interface Run {
  readonly seed: number;
  readonly domains: number;
  readonly days: number;
  /** The first day of it. */
  readonly from: string;
  /** Terms that end after it are not assessed. */
  readonly countedUntil: number;
  readonly timeZone: string;
  /** Business days before the end of a term that approving and placing may take. */
  readonly lead: number;
  /** As the product shows them to a person. */
  readonly holidays: readonly string[];
  readonly seen: readonly Seen[];
}
