import { Button } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import classes from '../../kit/layout/toolbar.module.css';

interface Props {
  /** What is searched for; '' while it is nothing. */
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
    <form role="search" className={classes.toolbar} onSubmit={submit}>
      <label className={classes.labelled}>
        <span>Search domain or company</span>
        <input
          type="search"
          data-search=""
          autoComplete="off"
          maxLength={253}
          className={classes.input}
          value={text}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      <Button type="submit">Search</Button>
    </form>
  );
}
