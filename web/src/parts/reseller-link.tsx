import classes from './domain-link.module.css';
import { useOpenDossier } from './dossier-address.ts';

/** A reseller that opens what is known of it. */
export function ResellerLink({ name, email }: { name: string | null; email: string }) {
  const openDossier = useOpenDossier();
  return (
    <button
      type="button"
      className={classes.link}
      title={email}
      onClick={() => openDossier({ kind: 'reseller', name: email })}
    >
      {name ?? email}
    </button>
  );
}
