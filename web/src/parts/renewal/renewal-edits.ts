import { Segment, Zone } from '@desk/contract/words/lists';
import { RenewalRow, renewals } from '@desk/contract/renewals';
import * as z from 'zod/mini';
import { useRead, useSend } from '../../api/hooks.ts';
import { Refused } from '../../api/refused.ts';
import { ChangedMeanwhile, useEdits, type Edits } from '../../kit/edit/edits.ts';
import { renewalIdentity } from './renewal.ts';
import { usePutRenewals } from './renewal-lists.ts';

const MaybeZone = z.nullable(Zone);
const MaybeSegment = z.nullable(Segment);

export type SaveField = (row: RenewalRow, value: string, was: string | null) => Promise<Partial<RenewalRow>>;

/** Saves one field of a renewal and answers what it changed in the row; `was` is what the user saw before. */
export interface RenewalSaves {
  /** '' takes the value away, as it does the segment's and the assignee's. */
  readonly zone: SaveField;
  readonly segments: SaveField;
  readonly assigned_to: SaveField;
}

/** A cell, or the run over many rows, puts its lists and its entry in Recent changes right. */
const SINGLY = { refresh: false, recent: 'told by the caller' } as const;

export function useRenewalSaves(): RenewalSaves {
  const setDetails = useSend(renewals.updateDetails, SINGLY);
  const setZone = useSend(renewals.setZone, SINGLY);
  const setSegment = useSend(renewals.setSegment, SINGLY);
  const setAssignee = useSend(renewals.setAssignee, SINGLY);
  /** Takes the first value of a field away again, which the calls of single fields do not know. */
  const empty = async (
    { renewal_id, zone, segments, assigned_to }: RenewalRow,
    field: 'zone' | 'segments',
    was: string | null,
  ) => {
    const now = { zone, segments, assigned_to };
    const filled = { zone: MaybeZone, segments: MaybeSegment }[field].parse(was);
    const { version } = await setDetails.mutateAsync({
      renewal_id,
      was: { ...now, [field]: filled },
      ...now,
      [field]: null,
    });
    return { [field]: null, version };
  };
  return {
    zone: async (row, value, was) => {
      const { renewal_id } = row;
      if (value === '') return empty(row, 'zone', was);
      const zone = Zone.parse(value);
      return { zone, ...(await setZone.mutateAsync({ zone, renewal_id, was: MaybeZone.parse(was) })) };
    },
    segments: async (row, value, was) => {
      const { renewal_id } = row;
      if (value === '') return empty(row, 'segments', was);
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
  const read = useRead(renewals.details);
  const shown =
    (field: keyof RenewalSaves) =>
    async (row: RenewalRow, value: string, was: string | null): Promise<void> => {
      const { renewal_id } = row;
      const change = await saves[field](row, value, was).catch(async (error: unknown) => {
        if (!(error instanceof Refused) || error.status !== 409) throw error;
        // Somebody else was faster: the list shows what stands there by now, as whoever tries again is to see it.
        const { domain } = await read({ renewal_id });
        const now = z.parse(RenewalRow, domain[0]);
        await put(new Map([[renewal_id, now]]));
        throw new ChangedMeanwhile(now[field]);
      });
      await put(new Map([[renewal_id, change]]));
    };
  return useEdits<RenewalRow>({
    row: renewalIdentity,
    when,
    fields: {
      zone: {
        label: 'Zone',
        read: (row) => row.zone,
        save: shown('zone'),
        done: 'Zone Updated Successfully',
        failed: renewals.setZone.refusals[404],
      },
      segments: {
        label: 'Segment',
        read: (row) => row.segments,
        save: shown('segments'),
        done: 'Segment Updated Successfully',
        failed: renewals.setSegment.refusals[404],
      },
      assigned_to: {
        label: 'Assigned To',
        read: (row) => row.assigned_to,
        save: shown('assigned_to'),
        done: 'Assigned To Updated Successfully',
        failed: renewals.setAssignee.refusals[404],
      },
    },
  });
}
