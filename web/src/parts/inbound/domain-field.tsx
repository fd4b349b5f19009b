import { search, type SearchHit } from '@desk/contract/search';
import { useState } from 'react';
import { useCall } from '../../api/hooks.ts';
import { useSettled } from '../../kit/browser/use-settled.ts';
import type { FieldProps } from '../../kit/form/field.tsx';
import { SearchField } from '../../kit/form/search-field.tsx';
import { date } from '../../kit/text/format.ts';

/** What tells a domain: its company, or by which person, invoice or ticket it was found; and when it renews. */
function detailOf({ kind, title, detail, renewal }: SearchHit): string {
  const found = kind === 'domain' ? detail : title;
  return renewal ? `${found} · renews ${date(renewal.renewal_date)}` : found;
}

/** Each domain once: the first that was found of it tells the most. */
const domainsOf = (hits: readonly SearchHit[]): readonly SearchHit[] =>
  [...new Map(hits.toReversed().map((hit) => [hit.domain_name, hit])).values()].toReversed();

interface Props<Values, Name> extends FieldProps<Values, Name> {
  /** The domain's name; empty while none is. */
  chosen: string;
  /** With the renewal of it that is due first; undefined: the field was emptied. */
  onChoose: (domain: SearchHit | undefined) => void;
}

/** One of our domains by a part of its name, of its company, or of somebody there. */
export function DomainField<Values, Name extends string>({ chosen, onChoose, ...field }: Props<Values, Name>) {
  const [typed, setTyped] = useState('');
  const { settled, isSettled } = useSettled(typed);
  const { data, error } = useCall(search.everything, { query: settled }, { enabled: settled !== '' });
  const domains = domainsOf(data?.hits ?? []);
  const choices =
    data && domains.map((hit) => ({ value: hit.domain_name, label: hit.domain_name, detail: detailOf(hit) }));
  return (
    <SearchField
      {...field}
      chosen={chosen}
      found={{ choices: isSettled ? choices : undefined, problem: error?.message }}
      onType={setTyped}
      onChoose={(choice) => onChoose(domains.find(({ domain_name }) => domain_name === choice?.value))}
    />
  );
}
