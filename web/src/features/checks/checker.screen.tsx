import { checks, NEITHER, NO_FILE, type CheckedDomain } from '@desk/contract/checks';
import { useRef, useState } from 'react';
import * as z from 'zod/mini';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { placeOf } from '../../kit/filter/list-filters.tsx';
import { useListSearch } from '../../kit/filter/list-search.ts';
import { CheckForm, type Checker } from './check.form.tsx';
import { RunPanel, statusFilter } from './run.panel.tsx';
import { RunsPanel } from './runs.panel.tsx';
import { TypedPanel } from './typed.panel.tsx';

/** The check of a file that is open; '' for none. It can be left and come back to, and shown to a colleague. */
const searchRun = z.catch(z.string().check(z.regex(/^[1-9]\d{0,9}$/)), '');
const FILTERS = { run: placeOf(searchRun), status: statusFilter };

const DOMAINS: Checker = {
  kind: 'domains',
  title: 'Domain Checker',
  call: checks.domains,
  neither: { at: 'domain', text: NEITHER },
};
const RECORDS: Checker = {
  kind: 'mail',
  title: 'Record Checker',
  call: checks.mail,
  neither: { at: 'file', text: NO_FILE },
};

/** Whether a domain is ours, whether Google has it, and where its mail goes. */
export const DomainCheckerScreen = () => <CheckerScreen checker={DOMAINS} />;

/** Where the mail of a domain goes. */
export const RecordCheckerScreen = () => <CheckerScreen checker={RECORDS} />;

function CheckerScreen({ checker }: { checker: Checker }) {
  const search = useListSearch(FILTERS);
  const { set } = search;
  const run = Number(search.values.run);
  const [typed, setTyped] = useState<readonly CheckedDomain[]>();
  const [opened, setOpened] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const { kind, title } = checker;
  const open = (run_id: number) => {
    setTyped(undefined);
    setOpened(run_id);
    set({ run: String(run_id), status: '' }, 'push');
  };
  const show = (found: readonly CheckedDomain[]) => {
    setTyped(found);
    if (run > 0) set({ run: '', status: '' }, 'push');
  };
  const close = () => {
    set({ run: '', status: '' }, 'push');
    const { current } = list;
    (current?.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]') ?? current?.querySelector('h2'))?.focus();
  };
  return (
    <ScreenFrame title={title}>
      <CheckForm checker={checker} onTyped={show} onRun={open} />
      {typed && run === 0 && <TypedPanel kind={kind} rows={typed} />}
      {run > 0 && (
        <RunPanel key={run} kind={kind} runId={run} isOpened={opened === run} search={search} onClose={close} />
      )}
      <div ref={list}>
        <RunsPanel kind={kind} onOpen={open} />
      </div>
    </ScreenFrame>
  );
}
