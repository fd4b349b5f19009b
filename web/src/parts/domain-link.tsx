import { useOpenDossier } from './dossier-address.ts';
import classes from './domain-link.module.css';

interface Props {
  name: string;
  /** What else than the domain's dossier it opens. */
  onOpen?: () => void;
}

/** A domain in a table that opens what is known of it: its dossier, drawn by the `DossierOutlet` beside the screen. */
export function DomainLink({ name, onOpen }: Props) {
  const openDossier = useOpenDossier();
  return (
    <button
      type="button"
      className={classes.link}
      title={name}
      onClick={onOpen ?? (() => openDossier({ kind: 'domain', name }))}
    >
      {name}
    </button>
  );
}
