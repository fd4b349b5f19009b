import { jobs, Retention } from '@desk/contract/jobs';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { useCall, useSend } from '../../api/hooks.ts';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { differences } from '../../kit/edit/changes.ts';
import { Confirm } from '../../kit/dialog/confirm.tsx';
import { LeaveQuestion } from '../../kit/dialog/leave-question.tsx';
import { NumberField } from '../../kit/form/fields.tsx';
import { FormBody } from '../../kit/form/form-body.tsx';
import { useIsMounted } from '../../kit/browser/use-is-mounted.ts';
import { useSchemaForm, type ValuesOf } from '../../kit/form/form.ts';
import { useReported } from '../../kit/form/use-reported.ts';
import { ErrorPanel } from '../../kit/feedback/panels.tsx';
import { toast } from '../../kit/feedback/toast.ts';
import { Section } from '../../kit/layout/section.tsx';
import { Skeleton } from '../../kit/feedback/skeleton.tsx';
import { StaleNotice, untouchedFollow, useVersionAtOpening } from '../../parts/form/stale-notice.tsx';

const typed = (days: typeof Retention.shape.messages) =>
  z.pipe(
    z.pipe(
      z.string().check(z.regex(/^\s*\d{1,9}\s*$/, 'Enter a number of days')),
      z.transform((text: string) => Number(text)),
    ),
    days,
  );
const Typed = z.object({
  messages: typed(Retention.shape.messages),
  runs: typed(Retention.shape.runs),
  checks: typed(Retention.shape.checks),
  imports: typed(Retention.shape.imports),
});
const LABELS = { messages: 'Messages', runs: 'Runs', checks: 'Checks', imports: 'Imports' };
const NAMES = ['messages', 'runs', 'checks', 'imports'] as const;
/** Beside each other as far as there is room. */
const DAYS = { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(216px, 1fr))', gap: '16px 24px' };

const startOf = (current: Retention): ValuesOf<typeof Typed> => ({
  messages: String(current.messages),
  runs: String(current.runs),
  checks: String(current.checks),
  imports: String(current.imports),
});

/** How many days things are kept. */
export function RetentionForm() {
  const { data, error, refetch } = useCall(jobs.retention, {});
  const [saved, setSaved] = useState(0);
  const reload = async () => {
    const again = await refetch();
    if (again.error || !again.data) throw again.error ?? new Error('Could not fetch how long things are kept.');
    return again.data.retention;
  };
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that was pressed is gone with its form; who has gone on is left where they are.
    if (saved > 0 && document.activeElement === document.body)
      box.current?.querySelector<HTMLElement>('[type="submit"]')?.focus();
  }, [saved]);
  const [isUnsaved, setUnsaved] = useState(false);
  return (
    <Section title="How long things are kept">
      <p>What is older is deleted within the hour. The audit log is kept for ever.</p>
      {data && (
        <div ref={box}>
          <RetentionFields
            key={saved}
            opened={data.retention}
            reload={reload}
            onUnsaved={setUnsaved}
            onSaved={() => setSaved((count) => count + 1)}
          />
          <LeaveQuestion isUnsaved={isUnsaved}>What you typed is not saved.</LeaveQuestion>
        </div>
      )}
      {!data && error && (
        <ErrorPanel
          text="Could not fetch how long things are kept."
          what={error.message}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton blocks={2} height={60} />}
    </Section>
  );
}

interface DaysProps {
  opened: Retention;
  /** Asks for what is set now. */
  reload: () => Promise<Retention>;
  /** Told whether something is typed that is neither saved nor on its way. */
  onUnsaved: (isUnsaved: boolean) => void;
  onSaved: () => void;
}

/** Drawn anew on what was saved; what a colleague saves meanwhile takes nothing of what is typed. */
function RetentionFields({ opened: first, reload, onUnsaved, onSaved }: DaysProps) {
  const { opened, guarded, renew } = useVersionAtOpening(first, reload);
  const current = opened.details;
  const [start] = useState(() => startOf(first));
  const save = useSend(jobs.setRetention, {
    recent: ({ retention }) => {
      const changed = differences(LABELS, current, retention);
      // No undo: deleted data does not come back.
      const isShorter = NAMES.some((name) => retention[name] < current[name]);
      const undo = { retention: current, seen: retention };
      return changed && { what: 'Days kept', ...changed, ...(!isShorter && { undo }) };
    },
  });
  const [shorter, setShorter] = useState<Retention>();
  const isMounted = useIsMounted();
  const store = async (retention: Retention) => {
    try {
      await guarded((seen) => save.mutateAsync({ retention, seen }));
    } catch (error) {
      // Who left is told all the same.
      if (!isMounted()) toast('failed', (error as Error).message);
      throw error;
    }
    toast('done', 'How long things are kept is saved');
    onSaved();
  };
  const form = useSchemaForm({
    schema: Typed,
    start,
    send: async (wanted) => {
      // Deleted data does not come back: ask first.
      if (NAMES.some((name) => wanted[name] < current[name])) setShorter(wanted);
      else await store(wanted);
    },
  });
  useReported(form.dirty && !form.pending && !save.isPending, onUnsaved);
  const storeShorter = (retention: Retention) => {
    setShorter(undefined);
    store(retention).catch((error: unknown) => {
      if (isMounted()) toast('failed', (error as Error).message);
    });
  };
  return (
    <>
      <FormBody form={form}>
        <StaleNotice
          form={form}
          opened={opened}
          onRenew={() => void renew()}
          onLoaded={untouchedFollow(form, startOf)}
          summary={(by) => NAMES.map((name) => `${name} ${String(by[name])}`).join(', ')}
        />
        <div style={DAYS}>
          <NumberField form={form} name="messages" label="Messages" help="Days since they were sent or failed" />
          <NumberField form={form} name="runs" label="Runs" help="Days since a sync or a job ran" />
          <NumberField form={form} name="checks" label="Checks" help="Days since a file of domains was checked" />
          <NumberField
            form={form}
            name="imports"
            label="Imports"
            help="Days since a file was checked and not imported"
          />
        </div>
        <div>
          <BusyButton type="submit" variant="default" busy={form.pending || save.isPending}>
            Save
          </BusyButton>
        </div>
      </FormBody>
      {shorter && (
        <Confirm
          title="Keep it for less time?"
          yes="Save and delete"
          onYes={() => storeShorter(shorter)}
          no="Cancel"
          onNo={() => setShorter(undefined)}
        >
          What is older than that is deleted within the hour and cannot be brought back.
        </Confirm>
      )}
    </>
  );
}
