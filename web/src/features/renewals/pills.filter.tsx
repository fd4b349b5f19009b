import { NONE } from '@desk/contract/renewals';
import { AgreementStatus, Flag, LicenceBand, Segment, Zone } from '@desk/contract/words/lists';
import { pillFilter, severalFilter } from '../../kit/filter/list-filters.tsx';

/** What narrows the lists of renewals that the server pages, as the month is narrowed. */
export const renewalPills = {
  size: severalFilter('Licence size', { field: 'licence', values: LicenceBand.options }),
  segment: pillFilter('Segment', { field: 'segment', values: Segment.options }),
  zone: pillFilter('Zone', { field: 'zone', values: [...Zone.options, NONE], words: { [NONE]: 'No zone' } }),
  flag: pillFilter('Flag', { field: 'flag', values: [...Flag.options, NONE], words: { [NONE]: 'No flag' } }),
  agreement: pillFilter('Agreement', {
    ...{ field: 'agreement', values: [...AgreementStatus.options, NONE] },
    words: { [NONE]: 'No agreement' },
  }),
};
