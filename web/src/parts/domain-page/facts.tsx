import type { ReactElement } from 'react';
import { Breakable } from '../../kit/text/breakable.tsx';
import { CopyButton } from '../../kit/feedback/copy-button.tsx';
import { shown } from '../../kit/text/format.ts';
import { isPhone, PhoneLink } from '../../kit/text/phone-link.tsx';
import classes from './domain-page.module.css';

/** A list is of texts that people copy: e-mail addresses, phone numbers. */
type Fact = string | number | null | ReactElement | readonly string[];

/** A contact card: each fact with its name, 'N/A' where nothing is known. */
export function Facts({ facts }: { facts: Readonly<Record<string, Fact>> }) {
  return (
    <dl className={classes.facts}>
      {Object.entries(facts).map(([label, fact]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd data-absent={isAbsent(fact) || undefined}>
            <Known fact={fact} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const isTexts = (fact: Fact): fact is readonly string[] => Array.isArray(fact);
const isAbsent = (fact: Fact) => fact === null || fact === '' || (isTexts(fact) && fact.length === 0);

function Known({ fact }: { fact: Fact }) {
  if (isAbsent(fact)) return shown(null);
  if (isTexts(fact))
    return fact.map((text) => (
      <div key={text} className={classes.copied}>
        <span>{isPhone(text) ? <PhoneLink text={text} /> : <Breakable text={text} />}</span>
        <CopyButton text={text} />
      </div>
    ));
  return typeof fact === 'object' ? fact : <Breakable text={shown(fact)} />;
}
