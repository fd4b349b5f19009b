import { seatsToFree } from '@desk/contract/words/seats';
import { instructions, type Instruction } from '@desk/contract/renewal-work/instructions';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { useSend } from '../../api/hooks.ts';
import { lazyPart, usePreloaded } from '../../api/load-code.ts';
import { useMayCall } from '../../api/may-call.ts';
import { useSession } from '../../api/session.ts';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { Button } from '../../kit/button/button.tsx';
import { Alert } from '../../kit/feedback/alert.tsx';
import { toast } from '../../kit/feedback/toast.ts';
import { Badge } from '../../kit/text/badge.tsx';
import { businessDay } from '../../kit/text/clock.ts';
import { shown } from '../../kit/text/format.ts';
import { Pairs } from '../../kit/text/pairs.tsx';
import { approvalWords, PROVIDER, standingWords, STATES, stepsWords, wantedWords } from './instruction-words.ts';
import { actsOf } from './acts.ts';
import { isLive, useGuarded, useInstructions, usePlan } from './instructions.ts';
import classes from './instructions.module.css';

const DIALOGS = {
  set: lazyPart(async () => (await import('./set-at-provider-dialog.tsx')).SetAtProviderDialog),
  approve: lazyPart(async () => (await import('./approve-dialog.tsx')).ApproveDialog),
  refuse: lazyPart(async () => (await import('./refuse-dialog.tsx')).RefuseDialog),
  takeBack: lazyPart(async () => (await import('./refuse-dialog.tsx')).TakeBackDialog),
};
type Kind = keyof typeof DIALOGS;
const ALL = Object.values(DIALOGS);

/** Those that were replaced or taken back tell nothing of how it stands. */
const isShown = ({ state }: Instruction) => state !== 'superseded' && state !== 'cancelled';

interface Props {
  renewalId: number;
  /** The term is over: nothing can be asked for any more. */
  isOver?: boolean;
  /** Told when one of its dialogs is opened, and when none is open any longer. */
  onDialog?: ((isOpen: boolean) => void) | undefined;
}

/** What is wanted of a renewal, how that stands at its provider, and what can be done about it. */
export function InstructionCard({ renewalId, isOver = false, onDialog }: Props) {
  const { data, error, refetch } = useInstructions(renewalId);
  const may = useMayCall(instructions.place) && !isOver;
  if (!data)
    return (
      error && (
        <div className={classes.card}>
          <Alert>{error.message}</Alert>
          <Button variant="default" onClick={() => void refetch()}>
            Retry
          </Button>
        </div>
      )
    );
  const newest = data.instructions[0];
  const current = newest && isShown(newest) ? newest : undefined;
  return current || may ? <Current key={renewalId} {...{ renewalId, current, may, onDialog }} /> : null;
}

interface CurrentProps extends Pick<Props, 'renewalId' | 'onDialog'> {
  /** Undefined: nothing is asked for. */
  current: Instruction | undefined;
  /** Whether the caller can do something about it. */
  may: boolean;
}

function Current({ renewalId, current, may, onDialog }: CurrentProps) {
  const title = useId();
  const [opened, setOpened] = useState<Kind>();
  const isOpen = opened !== undefined;
  useEffect(() => {
    onDialog?.(isOpen);
    return () => onDialog?.(false);
  }, [isOpen, onDialog]);
  const isOwn = useSession()?.user === current?.requested_by;
  usePreloaded(ALL);
  return (
    <section aria-labelledby={title} className={classes.card}>
      <div className={classes.head}>
        <h3 id={title}>At {PROVIDER}</h3>
        {current && (
          <Badge word={current.state} tone={STATES[current.state].tone}>
            {standingWords(current, isOwn)}
          </Badge>
        )}
      </div>
      {current && <Facts instruction={current} isOwn={isOwn} />}
      {may && <Acts current={current} acts={actsOf(current, isOwn)} onOpen={setOpened} />}
      {opened && (
        <Suspense>
          <Opened kind={opened} renewalId={renewalId} current={current} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </section>
  );
}

interface OpenedProps extends Pick<CurrentProps, 'renewalId' | 'current'> {
  kind: Kind;
  onClose: () => void;
}

function Opened({ kind, renewalId, current, onClose }: OpenedProps) {
  // What it was opened on stays until it is closed, whatever becomes of it meanwhile.
  const [instruction] = useState(current);
  if (kind === 'set' || !instruction) return <DIALOGS.set renewalId={renewalId} onClose={onClose} />;
  if (kind === 'approve')
    return <DIALOGS.approve renewalId={renewalId} instructionId={instruction.instruction_id} onClose={onClose} />;
  if (kind === 'refuse') return <DIALOGS.refuse instruction={instruction} onClose={onClose} />;
  return <DIALOGS.takeBack instruction={instruction} onClose={onClose} />;
}

interface ActsProps {
  current: Instruction | undefined;
  acts: ReturnType<typeof actsOf>;
  onOpen: (kind: Kind) => void;
}

const Acts = ({ current, acts, onOpen }: ActsProps) => (
  <div className={classes.buttons}>
    {acts.map(({ does, words }) =>
      does !== 'again' ? (
        <Button key={words} {...(does !== 'approve' && { variant: 'default' })} onClick={() => onOpen(does)}>
          {words}
        </Button>
      ) : (
        current && <Again key={words} instruction={current} words={words} />
      ),
    )}
  </div>
);

function Facts({ instruction, isOwn }: { instruction: Instruction; isOwn: boolean }) {
  const { renewal_id, state, reason, source, seats, in_use = null, renewal_date } = instruction;
  const asked = { isOfCustomer: source === 'customer', verb: standingWords(instruction, isOwn) };
  const waits = state === 'draft' ? approvalWords(instruction, asked) : undefined;
  const free = seatsToFree({ wanted: seats, inUse: in_use }, renewal_date <= businessDay());
  return (
    <>
      {reason !== null && <p>{reason}</p>}
      <Pairs>
        <dt>Wanted</dt>
        <dd>{wantedWords(instruction)}</dd>
        <dt>Asked for by</dt>
        <dd>{instruction.requested_by}</dd>
        {isLive(instruction) && <AtProvider key={renewal_id} instruction={instruction} />}
      </Pairs>
      {waits !== undefined && <p>{waits}</p>}
      {state === 'draft' && free !== undefined && <p>{free}</p>}
    </>
  );
}

/** What the provider says now, and what is still to be set there. */
function AtProvider({ instruction }: { instruction: Instruction }) {
  const { renewal_id, state, read_back_at } = instruction;
  const { plan, error, query } = usePlan(renewal_id, instruction);
  // What was set there meanwhile is read anew.
  const stands = `${state} ${shown(read_back_at)}`;
  const known = useRef(stands);
  const { refetch } = query;
  useEffect(() => {
    if (known.current === stands) return;
    known.current = stands;
    void refetch();
  }, [stands, refetch]);
  const steps = plan?.steps ? stepsWords(plan.steps, plan, businessDay()) : [];
  return (
    <>
      <dt>{PROVIDER} will</dt>
      <dd>{plan ? shown(plan.at_provider ?? plan.problem) : (error?.message ?? 'Being asked …')}</dd>
      {steps.length > 0 && (
        <>
          <dt>Plan</dt>
          <dd>
            <ol className={classes.steps}>
              {steps.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ol>
          </dd>
        </>
      )}
    </>
  );
}

function Again({ instruction, words }: { instruction: Instruction; words: string }) {
  const { instruction_id, domain_name } = instruction;
  const guarded = useGuarded(instruction);
  const retry = useSend(instructions.retry, {
    recent: () => ({ what: `Renewal of ${domain_name}`, from: STATES[instruction.state].words, to: words }),
  });
  const again = async () => {
    try {
      await guarded(() => retry.mutateAsync({ instruction_id }));
      toast('done', `${PROVIDER} is asked again about ${domain_name}.`);
    } catch (error) {
      toast('failed', (error as Error).message);
    }
  };
  return (
    <BusyButton busy={retry.isPending} onClick={() => void again()}>
      {words}
    </BusyButton>
  );
}
