import { deadlines, RenewalRules } from '@desk/contract/renewal-work/deadlines';
import { INDIAN_STATES, IndianState } from '@desk/contract/rules/indian-states';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useSend } from '../../api/hooks.ts';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { differences } from '../../kit/edit/changes.ts';
import { toast } from '../../kit/feedback/toast.ts';
import { NumberField, SelectField } from '../../kit/form/fields.tsx';
import { FormBody } from '../../kit/form/form-body.tsx';
import { useSchemaForm } from '../../kit/form/form.ts';
import { useReported } from '../../kit/form/use-reported.ts';
import { Section } from '../../kit/layout/section.tsx';
import { money } from '../../kit/text/format.ts';
import classes from './deadlines.module.css';
import { StaleNotice, untouchedFollow, useVersionAtOpening } from '../../parts/form/stale-notice.tsx';

const { lead_business_days: lead, approval_limits: limits } = RenewalRules.shape;
const typed = <Limit extends z.ZodMiniType<number, number>>(limit: Limit) =>
  z.pipe(
    z.pipe(
      z.string().check(z.regex(/^\s*\d{1,13}\s*$/, 'Enter a whole number')),
      z.transform((text: string) => Number(text)),
    ),
    limit,
  );
/** Nothing chosen: no state. */
const ChosenState = z.pipe(
  z.pipe(
    z.string(),
    z.transform((code: string) => (code === '' ? null : code)),
  ),
  z.nullable(IndianState),
);
const Typed = z.object({
  lead: typed(lead),
  state: ChosenState,
  fall: typed(limits.shape.fallPercent),
  value: typed(limits.shape.value),
});

const flat = ({ lead_business_days, holiday_state, approval_limits }: RenewalRules) => ({
  lead: String(lead_business_days),
  state: holiday_state ?? '',
  fall: String(approval_limits.fallPercent),
  value: String(approval_limits.value),
});
const LABELS = { lead: 'Lead', state: 'State', fall: 'Approval from a fall of', value: 'Approval from a value of' };
const STATES = Object.entries(INDIAN_STATES).map(([value, label]) => ({ value, label }));
const LOCKED = 'Administrators change this';

interface Props {
  opened: RenewalRules;
  mayChange: boolean;
  /** Asks for what is set now. */
  reload: () => Promise<RenewalRules>;
  onSaved: () => void;
  onDirty: (isDirty: boolean) => void;
  onSending: (isSending: boolean) => void;
}

/** The lead, whose public holidays count, and from where on a second person approves. */
export function RulesForm({ opened: first, mayChange, reload, onSaved, onDirty, onSending }: Props) {
  const [start] = useState(() => flat(first));
  const { opened, guarded, renew } = useVersionAtOpening(first, reload);
  const save = useSend(deadlines.setRules, {
    recent: ({ rules }) => {
      const changed = differences(LABELS, flat(opened.details), flat(rules));
      return changed && { what: 'Renewal rules', ...changed, undo: { rules: opened.details, seen: rules } };
    },
  });
  const form = useSchemaForm({
    schema: Typed,
    start,
    send: async ({ lead: days, state, fall, value }) => {
      const rules = { lead_business_days: days, holiday_state: state, approval_limits: { fallPercent: fall, value } };
      await guarded((seen) => save.mutateAsync({ rules, seen }));
      toast('done', 'The rules are saved');
      onSaved();
    },
  });
  useReported(form.dirty, onDirty);
  useReported(form.pending || save.isPending, onSending);
  const locked = mayChange ? {} : { locked: LOCKED };
  return (
    <Section title="Lead, state and approval">
      <FormBody form={form}>
        <StaleNotice
          form={form}
          opened={opened}
          onRenew={() => void renew()}
          onLoaded={untouchedFollow(form, flat)}
          summary={(by) =>
            `lead ${String(by.lead_business_days)}, ${by.holiday_state === null ? 'no state' : INDIAN_STATES[by.holiday_state]}, fall ${String(by.approval_limits.fallPercent)}, value ${money(by.approval_limits.value)}`
          }
        />
        <div className={classes.fields}>
          <NumberField
            form={form}
            name="lead"
            label="Lead"
            help="Business days before a term ends that approving and placing may take"
            {...locked}
          />
          <SelectField
            form={form}
            name="state"
            label="State"
            options={STATES}
            blank="No state"
            help="Its public holidays count beside those of all India"
            {...locked}
          />
          <NumberField
            form={form}
            name="fall"
            label="Approval from a fall of"
            help="Percent of the seats; an end is always approved"
            {...locked}
          />
          <NumberField form={form} name="value" label="Approval from a value of" help="Of the next year" {...locked} />
        </div>
        {mayChange && (
          <div>
            <BusyButton type="submit" variant="default" busy={form.pending || save.isPending}>
              Save
            </BusyButton>
          </div>
        )}
      </FormBody>
    </Section>
  );
}
