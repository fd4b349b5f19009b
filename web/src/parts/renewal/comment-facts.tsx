import { followUp } from '@desk/contract/follow-up';
import { timeline } from '@desk/contract/timeline';
import { planWords } from '@desk/contract/words/plan-words';
import { useCall } from '../../api/hooks.ts';
import { Callout } from '../../kit/feedback/callout.tsx';
import { businessDay } from '../../kit/text/clock.ts';
import { longDate, number, shown } from '../../kit/text/format.ts';
import { Pairs } from '../../kit/text/pairs.tsx';
import { Subheading } from '../../kit/text/subheading.tsx';
import { SpeakTo } from '../domain-page/their-phone.tsx';
import type { Wanted } from '../instructions/instruction-words.ts';
import { usePlan } from '../instructions/instructions.ts';
import { PlanPreview } from '../instructions/plan-preview.tsx';
import classes from './comment-facts.module.css';
import type { RenewalDetails } from './renewal-loader.tsx';
import { CommentEntries } from './comment-entries.tsx';
import { standingOn, valueWords } from './standing-words.ts';

/** As many of the last comments as are read at a glance. */
const LAST = 3;

function seatsOf({ licensed_seats, number_of_seats, maxSeats }: RenewalDetails): string {
  const bought = number_of_seats ?? maxSeats;
  if (licensed_seats === null) return number(bought);
  return bought === null ? `${number(licensed_seats)} used` : `${number(licensed_seats)} used of ${number(bought)}`;
}

const OVER = {
  renewed: 'This term is over: it has renewed.',
  passed: 'This term is over: its day has passed.',
  ended: 'This term is over: the subscription has ended.',
} as const;

interface Props {
  details: RenewalDetails;
  /** What the form asks of the next term; undefined: nothing. */
  wanted: Wanted | undefined;
}

/** What one has to know of a renewal while its comment is written: plan, price, date, contact, what it comes to, and what was said last. */
export function CommentFacts({ details, wanted }: Props) {
  const { words, isLate } = standingOn(businessDay())(details);
  return (
    <div className={classes.facts}>
      {details.closed_because && (
        <Callout
          text={OVER[details.closed_because]}
          hint="What is saved here is about that term. The next one has a renewal of its own."
        />
      )}
      <Pairs>
        <dt>Company</dt>
        <dd>{details.company_name}</dd>
        <dt>Product</dt>
        <dd>{details.skuName}</dd>
        <dt>Plan</dt>
        <dd>{planWords(details.plan_name)}</dd>
        <dt>Seats</dt>
        <dd>{seatsOf(details)}</dd>
        <dt>Value a year</dt>
        <dd>{valueWords(details)}</dd>
        <dt>Renews</dt>
        <dd>
          {longDate(details.renewal_date)}, <span className={isLate ? classes.late : undefined}>{words}</span>
        </dd>
        <dt>Contact</dt>
        <dd>
          <Contact details={details} />
        </dd>
      </Pairs>
      {wanted && <WhatItTakes renewalId={details.renewal_id} wanted={wanted} />}
      <LastComments renewalId={details.renewal_id} />
    </div>
  );
}

/** As My day and the page of the domain have them: who is asked first, and never at an address that is not written to. */
function Contact({ details: { domain_name, renewal_id, customer_email } }: Pick<Props, 'details'>) {
  const { data, error } = useCall(timeline.summary, { domain_name, renewal_id });
  if (data) return <SpeakTo of={data.speak_to} />;
  return error ? shown(customer_email) : 'Being asked …';
}

/** What saving proposes. */
function WhatItTakes({ renewalId, wanted }: { renewalId: number; wanted: Wanted }) {
  const planned = usePlan(renewalId, wanted);
  return (
    <div className={classes.said}>
      <PlanPreview wanted={wanted} of={planned} after="Saving proposes the plan; a person confirms." />
    </div>
  );
}

function LastComments({ renewalId }: { renewalId: number }) {
  const { data } = useCall(followUp.comments, { renewal_id: renewalId });
  const comments = data?.followup_comment ?? [];
  if (comments.length === 0) return null;
  return (
    <section className={classes.said} aria-label="Last comments">
      <Subheading text="Follow up History" />
      <CommentEntries comments={comments.slice(0, LAST)} />
    </section>
  );
}
