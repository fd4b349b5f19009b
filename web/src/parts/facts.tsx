import type { ReactNode } from 'react';
import { Breakable } from '../kit/breakable.tsx';
import { shown } from '../kit/format.ts';
import classes from './dossier.module.css';

/** A contact card: each fact with its name, 'N/A' where nothing is known. */
export function Facts({ facts }: { facts: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className={classes.facts}>
      {Object.entries(facts).map(([label, value]) => {
        const known = typeof value === 'object' && value !== null ? value : shown(value as string | number | null);
        return (
          <div key={label}>
            <dt>{label}</dt>
            <dd data-absent={known === 'N/A' || undefined}>
              {typeof known === 'string' ? <Breakable text={known} /> : known}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
