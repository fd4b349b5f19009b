import { CellLink } from '../../kit/table/cell-link.tsx';
import { useOpenDossier } from './dossier-address.ts';

interface Props {
  name: string;
  /** The renewal on whose row it stands, to be commented from the dossier. */
  renewal?: number;
  /** Opens something else than the domain's dossier. */
  onOpen?: () => void;
}

/** A domain in a table that opens what is known of it: its dossier, drawn by the `DossierOutlet` beside the screen. */
export function DomainLink({ name, renewal, onOpen }: Props) {
  const openDossier = useOpenDossier();
  return <CellLink text={name} onPress={onOpen ?? (() => openDossier({ kind: 'domain', name, renewal }))} />;
}
