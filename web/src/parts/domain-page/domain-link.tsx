import { CellLink } from '../../kit/cell/cell-link.tsx';
import { SubjectLink } from './subject-link.tsx';

interface Props {
  name: string;
  /** The renewal on whose row it stands, to be commented on the domain's page. */
  renewal?: number;
  /** Opens something else than the domain's page. */
  onOpen?: () => void;
}

/** A domain that leads to its page. */
export const DomainLink = ({ name, renewal, onOpen }: Props) =>
  onOpen ? (
    <CellLink text={name} onPress={onOpen} />
  ) : (
    <SubjectLink subject={{ kind: 'domain', name, renewal }} text={name} />
  );
