import { boards } from '@desk/contract/boards';
import type { InputOf } from '@desk/contract/call';
import { useCall } from '../../api/hooks.ts';
import { month as monthWords } from '../../kit/text/format.ts';
import { DomainList, useDomainSearch } from '../../parts/team/domain-list.tsx';

interface Props {
  /** A key of the counts; '' stands for those that have none. */
  of: string;
  /** The same in words. */
  name: string;
  /** `yyyy-mm`. */
  month: string;
  onClose: () => void;
}

const titleOf = ({ name, month }: Props) => `${name}, ${monthWords(month)}`;
const KEPT = { keep: true };

/** The renewals of a segment. */
export function SegmentDomains(props: Props) {
  const { of, month, onClose } = props;
  const asked = useDomainSearch();
  const query = useCall(
    boards.segmentList,
    { segment_name: of as InputOf<typeof boards.segmentList>['segment_name'], month, ...asked.body },
    KEPT,
  );
  const { domains, total } = query.data ?? {};
  return <DomainList title={titleOf(props)} {...{ asked, query, total, onClose }} rows={domains} />;
}

/** The renewals whose agreement stands so. */
export function AgreementDomains(props: Props) {
  const { of, month, onClose } = props;
  const asked = useDomainSearch();
  const query = useCall(
    boards.agreementList,
    { aggrement: of as InputOf<typeof boards.agreementList>['aggrement'], month, ...asked.body },
    KEPT,
  );
  const { aggrements, total } = query.data ?? {};
  return <DomainList title={titleOf(props)} {...{ asked, query, total, onClose }} rows={aggrements} />;
}

/** The renewals with a flag. */
export function FlagDomains(props: Props) {
  const { of, month, onClose } = props;
  const asked = useDomainSearch();
  const query = useCall(
    boards.flagList,
    { flag: of as InputOf<typeof boards.flagList>['flag'], month, ...asked.body },
    KEPT,
  );
  const { flags, total } = query.data ?? {};
  return <DomainList title={titleOf(props)} {...{ asked, query, total, onClose }} rows={flags} />;
}

/** The renewals of a confirmation status. */
export function StatusDomains(props: Props) {
  const { of, month, onClose } = props;
  const asked = useDomainSearch();
  const query = useCall(
    boards.statusList,
    { comment: of as InputOf<typeof boards.statusList>['comment'], month, ...asked.body },
    KEPT,
  );
  const { domains, total } = query.data ?? {};
  return <DomainList title={titleOf(props)} {...{ asked, query, total, onClose }} rows={domains} />;
}

/** One's own renewals of a confirmation status, or of a reseller. */
export function OwnDomains({ by, ...props }: Props & { by: 'comment' | 'reseller' }) {
  const { of, month, onClose } = props;
  const asked = useDomainSearch();
  const query = useCall(boards.ownList, { [by]: of, month, ...asked.body }, KEPT);
  const { domains, total } = query.data ?? {};
  return <DomainList title={titleOf(props)} {...{ asked, query, total, onClose }} rows={domains} />;
}
