import { boards } from '@desk/contract/boards';
import type { InputOf } from '@desk/contract/call';
import { useDialogSearch } from '../../kit/filter/list-search.ts';
import { month as monthWords } from '../../kit/text/format.ts';
import { useListCall } from '../../parts/lists/list-call.ts';
import { DOMAIN_FILTERS, DomainList, DOMAINS_SIZE } from '../../parts/team/domain-list.tsx';

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

/** The renewals of a segment. */
export function SegmentDomains(props: Props) {
  const { of, month, onClose } = props;
  const { list } = useListCall(boards.segmentList, useDialogSearch(DOMAIN_FILTERS), {
    rows: (reply) => reply.domains,
    size: DOMAINS_SIZE,
    body: { segment_name: of as InputOf<typeof boards.segmentList>['segment_name'], month },
  });
  return <DomainList title={titleOf(props)} list={list} onClose={onClose} />;
}

/** The renewals whose agreement stands so. */
export function AgreementDomains(props: Props) {
  const { of, month, onClose } = props;
  const { list } = useListCall(boards.agreementList, useDialogSearch(DOMAIN_FILTERS), {
    rows: (reply) => reply.aggrements,
    size: DOMAINS_SIZE,
    body: { aggrement: of as InputOf<typeof boards.agreementList>['aggrement'], month },
  });
  return <DomainList title={titleOf(props)} list={list} onClose={onClose} />;
}

/** The renewals with a flag. */
export function FlagDomains(props: Props) {
  const { of, month, onClose } = props;
  const { list } = useListCall(boards.flagList, useDialogSearch(DOMAIN_FILTERS), {
    rows: (reply) => reply.flags,
    size: DOMAINS_SIZE,
    body: { flag: of as InputOf<typeof boards.flagList>['flag'], month },
  });
  return <DomainList title={titleOf(props)} list={list} onClose={onClose} />;
}

/** The renewals of a confirmation status. */
export function StatusDomains(props: Props) {
  const { of, month, onClose } = props;
  const { list } = useListCall(boards.statusList, useDialogSearch(DOMAIN_FILTERS), {
    rows: (reply) => reply.domains,
    size: DOMAINS_SIZE,
    body: { comment: of as InputOf<typeof boards.statusList>['comment'], month },
  });
  return <DomainList title={titleOf(props)} list={list} onClose={onClose} />;
}

/** One's own renewals of a confirmation status, or of a reseller. */
export function OwnDomains({ by, ...props }: Props & { by: 'comment' | 'reseller' }) {
  const { of, month, onClose } = props;
  const { list } = useListCall(boards.ownList, useDialogSearch(DOMAIN_FILTERS), {
    rows: (reply) => reply.domains,
    size: DOMAINS_SIZE,
    body: { ...(by === 'comment' ? { comment: of } : { reseller: of }), month },
  });
  return <DomainList title={titleOf(props)} list={list} onClose={onClose} />;
}
