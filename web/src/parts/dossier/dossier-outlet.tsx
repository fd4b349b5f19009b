import { Suspense } from 'react';
import { lazyPart } from '../../api/load-code.ts';
import { useDossier } from './dossier-address.ts';

const DomainDossier = lazyPart(async () => (await import('./domain-dossier.tsx')).DomainDossier);
const ResellerDossier = lazyPart(async () => (await import('./reseller-dossier.tsx')).ResellerDossier);

/** The dossier that the address names, over the screen; one at a time, whatever leads from one to another. */
export function DossierOutlet() {
  const { subject, former, back, close } = useDossier();
  if (!subject) return null;
  const Shown = subject.kind === 'domain' ? DomainDossier : ResellerDossier;
  return (
    <Suspense fallback={null}>
      <Shown
        key={`${subject.kind} ${subject.name}`}
        name={subject.name}
        renewal={subject.renewal}
        former={former}
        onBack={back}
        onClose={close}
      />
    </Suspense>
  );
}
