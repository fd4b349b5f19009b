import { useState, type SyntheticEvent } from 'react';
import { Button } from '../../kit/button/button.tsx';
import { ToolField } from '../../kit/filter/tool-field.tsx';
import classes from './search.module.css';

interface Props {
  /** The current search text. */
  value: string;
  onSearch: (text: string) => void;
}

/** Searches when it is told to: by the button or by Enter. */
export function SearchForm({ value, onSearch }: Props) {
  const [typed, setTyped] = useState<string>();
  const text = typed ?? value;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onSearch(text.trim());
    setTyped(undefined);
  };
  return (
    <form role="search" className={classes.form} onSubmit={submit}>
      <ToolField label="Search domain or company">
        <input
          type="search"
          data-search=""
          autoComplete="off"
          maxLength={253}
          value={text}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </ToolField>
      <Button type="submit">Search</Button>
    </form>
  );
}
