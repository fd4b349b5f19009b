import { useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../kit/button/button.tsx';
import { Refused } from '../../api/refused.ts';
import { Alert } from '../../kit/feedback/alert.tsx';
import type { FormState } from '../../kit/form/form.ts';
import { useStable } from '../../kit/browser/use-stable.ts';

interface Opened<Details> {
  /** The record as it was opened, or last loaded. */
  readonly details: Details;
  /** A colleague wrote after it was loaded. */
  readonly stale: boolean;
  readonly renewed?: true;
  /** As it was before it was loaded anew. */
  readonly before?: Details;
  readonly problem?: string;
}

/** The version that a dialog was opened on. After a 409 the typed text stays, and the newer state can be loaded by `reload`. */
export function useVersionAtOpening<Details>(details: Details, reload: () => Promise<Details>) {
  const [opened, setOpened] = useState<Opened<Details>>({ details, stale: false });
  const guarded = async (write: (details: Details) => Promise<unknown>) => {
    try {
      await write(opened.details);
    } catch (error) {
      if (error instanceof Refused && error.status === 409) setOpened((now) => ({ ...now, stale: true }));
      throw error;
    }
  };
  const renew = () =>
    reload().then(
      (renewed) => setOpened((now) => ({ details: renewed, before: now.details, stale: false, renewed: true })),
      (error: unknown) => setOpened((now) => ({ ...now, problem: (error as Error).message })),
    );
  return { opened, guarded, renew };
}

/** For `onLoaded`: the fields that nobody has touched take what is loaded, so that saving takes nothing of it back; what was typed stays. */
export const untouchedFollow =
  <Details, Values extends object>(
    { values, set }: Pick<FormState<Values>, 'values' | 'set'>,
    valuesOf: (details: Details) => Values,
  ) =>
  (before: Details, now: Details): void => {
    const [old, loaded] = [valuesOf(before), valuesOf(now)];
    for (const name of Object.keys(loaded) as (keyof Values & string)[])
      if (JSON.stringify(values[name]) === JSON.stringify(old[name])) set(name, loaded[name]);
  };

interface Props<Details> {
  form: Pick<FormState<never>, 'settle'>;
  opened: Opened<Details>;
  onRenew: () => void;
  /** Told once it is loaded anew, with what it was before. */
  onLoaded?: (before: Details, now: Details) => void;
  /** How a colleague left it, in one line. */
  summary: (details: Details) => string;
}

export function StaleNotice<Details>({ form, opened, onRenew, onLoaded, summary }: Props<Details>) {
  const news = useRef<HTMLParagraphElement>(null);
  const loaded = opened.renewed === true && !opened.stale;
  // The refusal was of what is replaced now: it goes in the same moment as the news comes.
  const settle = useStable(() => {
    form.settle();
    if (opened.before !== undefined) onLoaded?.(opened.before, opened.details);
  });
  useLayoutEffect(() => {
    if (!loaded) return;
    settle();
    news.current?.focus();
  }, [loaded, settle]);
  return (
    <>
      {opened.problem !== undefined && <Alert>{opened.problem}</Alert>}
      {opened.stale && (
        <Button variant="default" onClick={onRenew}>
          Load the current data
        </Button>
      )}
      <p ref={news} role="status" tabIndex={-1} hidden={!loaded}>
        {opened.renewed && `By now: ${summary(opened.details)}. What you typed is still here.`}
      </p>
    </>
  );
}
