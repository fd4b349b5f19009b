import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Refused } from '../api/refused.ts';
import { Alert } from '../kit/alert.tsx';
import type { Reload, RenewalDetails } from './renewal-loader.tsx';

interface Opened {
  readonly version: number;
  /** A colleague wrote after the dialog was opened. */
  readonly stale: boolean;
  readonly renewed?: RenewalDetails;
  readonly problem?: string;
}

/** Which version of the renewal a dialog writes on. After a 409 what was typed stays, and the newer version can be loaded. */
export function useVersion(details: RenewalDetails, reload: Reload) {
  const [opened, setOpened] = useState<Opened>({ version: details.version, stale: false });
  const guarded = async (write: (version: number) => Promise<unknown>) => {
    try {
      await write(opened.version);
    } catch (error) {
      if (error instanceof Refused && error.status === 409) setOpened((now) => ({ ...now, stale: true }));
      throw error;
    }
  };
  const renew = () =>
    reload().then(
      (renewed) => setOpened({ version: renewed.version, stale: false, renewed }),
      (error: unknown) => setOpened((now) => ({ ...now, problem: (error as Error).message })),
    );
  return { opened, guarded, renew };
}

interface Props {
  opened: Opened;
  onRenew: () => void;
  /** The renewal as a colleague left it, in one line. */
  summary: (details: RenewalDetails) => string;
}

export function StaleNotice({ opened, onRenew, summary }: Props) {
  const news = useRef<HTMLParagraphElement>(null);
  const loaded = opened.renewed !== undefined && !opened.stale;
  useEffect(() => {
    if (loaded) news.current?.focus();
  }, [loaded]);
  return (
    <>
      {opened.problem !== undefined && <Alert>{opened.problem}</Alert>}
      {opened.stale && (
        <Button variant="default" onClick={onRenew}>
          Load the current data
        </Button>
      )}
      <p ref={news} role="status" tabIndex={-1} hidden={!loaded}>
        {opened.renewed && `By now: ${summary(opened.renewed)}. What you typed is still here.`}
      </p>
    </>
  );
}
