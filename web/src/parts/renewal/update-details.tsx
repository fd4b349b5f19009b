import { Segment, Zone } from '@desk/contract/words/lists';
import { renewals, type RenewalRow } from '@desk/contract/renewals';
import * as z from 'zod/mini';
import { useSend } from '../../api/hooks.ts';
import { differences } from '../../kit/edit/changes.ts';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { SelectField, TextField } from '../../kit/form/fields.tsx';
import { shown } from '../../kit/text/format.ts';
import { toast } from '../../kit/feedback/toast.ts';
import { useMembers } from './members.ts';
import { RenewalLoader, type Reload, type RenewalDetails } from './renewal-loader.tsx';
import { usePutRenewals } from './renewal-lists.ts';
import { StaleNotice, untouchedFollow, useVersionAtOpening } from '../form/stale-notice.tsx';

const TITLE = 'Update Domain Details';
const NONE = 'N/A';

const orNull = z.transform((text: string) => (text === '' ? null : text));
const { segments, zone, assigned_to } = renewals.updateDetails.body.shape;
const DetailsForm = z.object({
  domain_name: z.string(),
  segments: z.pipe(orNull, segments as z.ZodMiniType<z.output<typeof segments>, string | null>),
  zone: z.pipe(orNull, zone as z.ZodMiniType<z.output<typeof zone>, string | null>),
  assigned_to: z.pipe(orNull, assigned_to),
});

const LABELS = { segments: 'Segment', zone: 'Zone', assigned_to: 'Assigned To' };
const detailsOf = ({ segments: segment, zone: chosen, assigned_to: assignee }: RenewalDetails) => ({
  segments: segment,
  zone: chosen,
  assigned_to: assignee,
});

const valuesOf = (details: RenewalDetails) => ({
  domain_name: details.domain_name,
  segments: details.segments ?? '',
  zone: details.zone ?? '',
  assigned_to: details.assigned_to ?? '',
});

interface Props {
  row: RenewalRow;
  onClose: () => void;
}

/** Update Domain Details: segment, zone and assignee of a renewal in one go. */
export function UpdateDetails({ row, onClose }: Props) {
  return (
    <RenewalLoader renewalId={row.renewal_id} title={TITLE} onClose={onClose}>
      {(details, reload) => <Loaded details={details} reload={reload} onClose={onClose} />}
    </RenewalLoader>
  );
}

function Loaded({ details, reload, onClose }: { details: RenewalDetails; reload: Reload; onClose: () => void }) {
  const put = usePutRenewals();
  const { opened, guarded, renew } = useVersionAtOpening(details, reload);
  const { options, nameOf } = useMembers();
  const { renewal_id } = details;
  const update = useSend(renewals.updateDetails, {
    refresh: false,
    recent: ({ segments: segment, zone: chosen, assigned_to: assignee }) => {
      const was = detailsOf(opened.details);
      const now = { segments: segment, zone: chosen, assigned_to: assignee };
      const changed = differences(LABELS, was, now);
      return (
        changed && { what: `Details of ${details.domain_name}`, ...changed, undo: { renewal_id, was: now, ...was } }
      );
    },
  });
  const assignees = options.some(({ value }) => value === (details.assigned_to ?? ''))
    ? options
    : [...options, { value: details.assigned_to ?? '', label: nameOf(details.assigned_to ?? '') }];
  return (
    <FormDialog
      title={TITLE}
      schema={DetailsForm}
      start={valuesOf(details)}
      submit="Update Domain"
      draft={`details ${String(renewal_id)}`}
      onClose={onClose}
      send={async ({ segments: segment, zone: chosen, assigned_to: assignee }) => {
        const change = { segments: segment, zone: chosen, assigned_to: assignee };
        await guarded(async ({ version }) => {
          const reply = await update.mutateAsync({ renewal_id, version, ...change });
          await put(new Map([[renewal_id, { ...change, ...reply }]]));
        });
        toast('done', 'Domain Details Updated Successfully');
      }}
    >
      {(form) => (
        <>
          <StaleNotice
            form={form}
            opened={opened}
            onRenew={() => void renew()}
            onLoaded={untouchedFollow(form, valuesOf)}
            summary={(now) =>
              `segment ${shown(now.segments)}, zone ${shown(now.zone)}, assigned to ${shown(now.assigned_to)}`
            }
          />
          <TextField form={form} name="domain_name" label="Domain" locked="The domain whose details these are." />
          <SelectField form={form} name="segments" label="Customer Segment" options={Segment.options} blank={NONE} />
          <SelectField form={form} name="zone" label="Company Zone" options={Zone.options} blank={NONE} />
          <SelectField form={form} name="assigned_to" label="Assigned To" options={assignees} />
        </>
      )}
    </FormDialog>
  );
}
