import type { ComponentType } from 'react';
import * as z from 'zod/mini';
import { FilterDate, FilterSelect } from './filters.tsx';
import { ChoicesPill, SelectPill } from './pills.tsx';
import { searchText } from './screen-search.ts';
import { searchSeveral } from './several.ts';
import { SearchBox } from './search-box.tsx';

export interface ControlProps {
  readonly value: string;
  /** Stable. */
  readonly onChange: (value: string) => void;
}

/** One filter of a list: what its address may say, how the server is asked for it, how it is chosen and how its chip reads. */
export interface ListFilter<
  Field extends string = string,
  Value extends string = string,
  None extends string = string,
> {
  /** Reads the address; falls back (`z.catch`) to its default. */
  readonly reads: z.ZodMiniType<Value>;
  /**
   * Its value that filters nothing: '' unless another is named. A filter that names one is a switch: always set to something,
   * it has no chip, and goes with the others only where nothing was found.
   */
  readonly none?: None;
  /** Its name in the call's body. */
  readonly field: Field;
  /** Its place in the toolbar; a filter without one is chosen elsewhere on the screen, and only cleared with the others. */
  readonly control?: ComponentType<ControlProps>;
  /** Its control is a pill. */
  readonly isPill?: boolean;
  /** Turns the typed text into the requested one. */
  readonly wanted?: (typed: string) => string;
  /** Before the colon of its chip; a filter without it has none. */
  readonly chip?: string;
  /** Its value in the words of the chip. */
  readonly words?: (value: string) => string;
}

/** A value that stands in the address beside the filters, such as a tab or a month: never cleared, asked for by the screen. */
export interface ListPlace<Value extends string = string> {
  readonly reads: z.ZodMiniType<Value>;
  readonly field?: never;
}

/** By their names in the address. */
export type ListFilters = Readonly<Record<string, ListFilter | ListPlace>>;

/** A filter of a kind that only one list has. */
export const filterOf = <const Field extends string, Value extends string, const None extends string = ''>(
  filter: ListFilter<Field, Value, None>,
): ListFilter<Field, Value, None> => filter;

export const placeOf = <Value extends string>(reads: z.ZodMiniType<Value>): ListPlace<Value> => ({ reads });

interface Asked<Field extends string> {
  field: Field;
  chip?: string;
}

/** Free text. `longest` is what the server takes of it, `words` how the chip reads. */
export const searchFilter = <const Field extends string = 'search'>(
  label: string,
  {
    field = 'search' as Field,
    longest,
    chip,
    words,
  }: Partial<Asked<Field>> & { longest: number; words?: (typed: string) => string },
): ListFilter<Field> => ({
  reads: searchText,
  field,
  ...(chip !== undefined && { chip }),
  ...(words && { words }),
  wanted: (typed) => typed.trim().slice(0, longest),
  control: ({ value, onChange }) => <SearchBox label={label} value={value} onSearch={onChange} />,
});

/** One of a few values, in words of their own where `words` has them. */
export const choiceFilter = <const Field extends string, const Value extends string>(
  label: string,
  { field, values, words, chip }: Asked<Field> & { values: readonly Value[]; words?: Readonly<Record<Value, string>> },
): ListFilter<Field, Value | ''> => {
  const wordsOf = (value: string) => words?.[value as Value] ?? value;
  const options = values.map((value) => ({ value, label: wordsOf(value) }));
  return {
    reads: z.catch(z.union([z.enum(values), z.literal('')]), ''),
    field,
    ...(chip !== undefined && { chip }),
    words: wordsOf,
    control: (control) => <FilterSelect label={label} options={options} {...control} />,
  };
};

/** One of a few values as a pill, in the one line that all pills of a list share; it says itself what it is set to, and has no chip. */
export const pillFilter = <const Field extends string, const Value extends string>(
  label: string,
  { field, values, words = {} }: { field: Field; values: readonly Value[]; words?: Readonly<Record<string, string>> },
): ListFilter<Field, Value | ''> => ({
  reads: z.catch(z.union([z.enum(values), z.literal('')]), ''),
  field,
  isPill: true,
  control: (control) => (
    <SelectPill label={label} options={values.map((value) => ({ value, label: words[value] ?? value }))} {...control} />
  ),
});

/** Any of a few values as a pill: the server is asked for them with commas between. */
export const severalFilter = <const Field extends string>(
  label: string,
  { field, values }: { field: Field; values: readonly string[] },
): ListFilter<Field> => ({
  reads: searchSeveral(values),
  field,
  isPill: true,
  control: (control) => <ChoicesPill label={label} options={values} {...control} />,
});

const searchDay = z.catch(z.string().check(z.iso.date()), '');

/** A calendar day. */
export const dayFilter = <const Field extends string>(
  label: string,
  { field, chip, words }: Asked<Field> & { words: (day: string) => string },
): ListFilter<Field> => ({
  reads: searchDay,
  field,
  ...(chip !== undefined && { chip }),
  words,
  control: (control) => <FilterDate label={label} {...control} />,
});
