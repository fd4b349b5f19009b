import { coverage } from '@desk/contract/renewal-work/coverage';
import { Suspense } from 'react';
import { useCall } from '../../api/hooks.ts';
import { lazyPart } from '../../api/load-code.ts';
import { useOpenDialog } from '../../kit/dialog/use-open-dialog.ts';
import { ErrorPanel } from '../../kit/feedback/panels.tsx';
import { Skeleton } from '../../kit/feedback/skeleton.tsx';
import type { Tone } from '../../kit/text/badge.tsx';
import { now } from '../../kit/text/clock.ts';
import { ago, counted, instant } from '../../kit/text/format.ts';
import classes from './coverage.module.css';
import type { Coverage } from './model.ts';

const CoverageDialog = lazyPart(async () => (await import('./coverage.dialog.tsx')).CoverageDialog);

/** A look that is older than a night and a morning says nothing about today. */
const OLD_MS = 36 * 3_600_000;
const AGAIN_MS = 60_000;

interface Standing {
  readonly tone: Extract<Tone, 'good' | 'attention' | 'bad' | 'quiet'>;
  readonly text: string;
  readonly hint: string;
}

const SHAPES = { good: '●', attention: '▲', bad: '■', quiet: '○' } as const;

function standingOf({ checked_at: at, findings }: Coverage, time: number): Standing {
  if (at === null) return { tone: 'quiet', text: 'Not checked yet', hint: 'Renewals are looked through once a night' };
  const total = findings.reduce((sum, { count }) => sum + count, 0);
  const hint = `Checked ${ago(at, time)}, ${instant(at)}`;
  if (total > 0) return { tone: 'bad', text: `${counted(total, 'finding')} would fall through`, hint };
  if (time - Date.parse(at) > OLD_MS) return { tone: 'attention', text: 'Not checked since', hint };
  return { tone: 'good', text: 'Nothing has fallen through', hint };
}

/** Whether each renewal has somebody who sees it; pressed it tells which has not. */
export function CoveragePanel() {
  const { data, error, refetch } = useCall(coverage.latest, {}, { again: () => AGAIN_MS });
  const { opened, open, close } = useOpenDialog('dialog');
  if (error && !data)
    return <ErrorPanel text="Could not fetch the coverage." what={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton blocks={1} height={52} />;
  const { tone, text, hint } = standingOf(data, now());
  return (
    <>
      <button type="button" className={classes.tile} data-tone={tone} onClick={() => open('coverage')}>
        <span aria-hidden="true">{SHAPES[tone]}</span>
        <b>{text}</b> <span>{hint}</span>
      </button>
      {opened === 'coverage' && (
        <Suspense>
          <CoverageDialog found={data} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
