import { CellLink } from '../../kit/table/cell-link.tsx';
import { useOpenDossier } from './dossier-address.ts';

/** A reseller, by whatever it is called, that opens what is known of it. */
export function ResellerLink({ text, email }: { text: string; email: string }) {
  const openDossier = useOpenDossier();
  return <CellLink text={text} title={email} onPress={() => openDossier({ kind: 'reseller', name: email })} />;
}
