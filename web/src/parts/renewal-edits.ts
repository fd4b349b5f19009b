import { Segment, Zone } from '@desk/contract/lists';
import { renewals, type RenewalRow } from '@desk/contract/renewals';
import * as z from 'zod/mini';
import { useSend } from '../api/hooks.ts';
import { useEdits, type Edits } from '../kit/edits.ts';
import { renewalIdentity } from './renewal.ts';
import { usePutRenewals } from './renewal-lists.ts';

const MaybeZone = z.nullable(Zone);
const MaybeSegment = z.nullable(Segment);

type Save = (row: RenewalRow, value: string, was: string | null) => Promise<Partial<RenewalRow>>;

/** Saves one field of a renewal and answers what it changed in the row; `was` is what the user saw before. */
export interface RenewalSaves {
  readonly zone: Save;
  readonly segments: Save;
  /** '' takes the assignment away. */
  readonly assigned_to: Save;
}

export function useRenewalSaves(): RenewalSaves {
  const setZone = useSend(renewals.setZone, { refresh: false });
  const setSegment = useSend(renewals.setSegment, { refresh: false });
  const setAssignee = useSend(renewals.setAssignee, { refresh: false });
  return {
    zone: async ({ renewal_id }, value, was) => {
      const zone = Zone.parse(value);
      return { zone, ...(await setZone.mutateAsync({ zone, renewal_id, was: MaybeZone.parse(was) })) };
    },
    segments: async ({ renewal_id }, value, was) => {
      const segments = Segment.parse(value);
      return { segments, ...(await setSegment.mutateAsync({ segments, renewal_id, was: MaybeSegment.parse(was) })) };
    },
    assigned_to: async ({ renewal_id }, value, was) => {
      const { version } = await setAssignee.mutateAsync({ renewalid: renewal_id, emailid: value, was });
      return { assigned_to: value === '' ? null : value, version };
    },
  };
}

/** The inline edits of a list of renewals, with the specification's messages. */
export function useRenewalEdits(when: Edits<RenewalRow>['when']): Edits<RenewalRow> {
  const saves = useRenewalSaves();
  const put = usePutRenewals();
  const shown =
    (save: Save) =>
    async (row: RenewalRow, value: string, was: string | null): Promise<void> =>
      put(new Map([[row.renewal_id, await save(row, value, was)]]));
  return useEdits<RenewalRow>({
    row: renewalIdentity,
    when,
    fields: {
      zone: {
        label: 'Zone',
        read: (row) => row.zone,
        save: shown(saves.zone),
        done: 'Zone Updated Successfully',
        failed: renewals.setZone.refusals[404],
      },
      segments: {
        label: 'Segment',
        read: (row) => row.segments,
        save: shown(saves.segments),
        done: 'Segment Updated Successfully',
        failed: renewals.setSegment.refusals[404],
      },
      assigned_to: {
        label: 'Assigned To',
        read: (row) => row.assigned_to,
        save: shown(saves.assigned_to),
        done: 'Assigned To Updated Successfully',
        failed: renewals.setAssignee.refusals[404],
        clearable: true,
      },
    },
  });
}
