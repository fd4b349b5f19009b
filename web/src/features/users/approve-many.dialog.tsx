import { admins } from '@desk/contract/admins';
import { users as calls, type PendingUser } from '@desk/contract/users';
import { useState } from 'react';
import { useCall } from '../../api/hooks.ts';
import { Choices } from '../../kit/form/choices.tsx';
import { Waiting } from '../../kit/feedback/waiting.tsx';
import { ErrorPanel } from '../../kit/feedback/panels.tsx';
import { counted } from '../../kit/text/format.ts';
import { DecideDialog, Group, NamedList, namesInShort, WorthALook } from '../../parts/decisions/decide-dialog.tsx';
import { Marks, warningsIn } from '../../parts/decisions/marks.tsx';
import { factsOf, menuGroups, type MenuGroup } from './model.ts';

export interface Approval {
  readonly user_id: number;
  readonly menu_id: number[];
}

interface Props {
  people: readonly PendingUser[];
  /** Approves each with the chosen menus; what it throws is said in the dialog. */
  send: (approvals: Approval[]) => Promise<unknown>;
  onClose: () => void;
}

type Chosen = ReadonlyMap<string, readonly number[]>;
const chosenOf = (chosen: Chosen, { key, usual }: MenuGroup) => chosen.get(key) ?? usual;

/** Who gets which menus, by segment: the usual ones are ticked, and can be changed for each segment. */
export function ApproveManyDialog({ people, send, onClose }: Props) {
  const offered = useCall(admins.offeredMenus, {});
  const [chosen, setChosen] = useState<Chosen>(new Map());
  const groups = menuGroups(people);
  const approve = () => {
    const empty = groups.find((group) => chosenOf(chosen, group).length === 0);
    if (empty) throw new Error(`${empty.words}: ${calls.decide.refusals[400]}`);
    return send(
      groups.flatMap((group) =>
        group.people.map(({ user_id }) => ({ user_id, menu_id: [...chosenOf(chosen, group)] })),
      ),
    );
  };
  const menus = offered.data?.menu.filter(({ audience }) => audience === 'customer');
  return (
    <DecideDialog
      title={`Approve ${counted(people.length, 'user')}?`}
      yes={`Approve ${String(people.length)}`}
      send={async () => approve()}
      onClose={onClose}
    >
      <p>
        {people.length === 1 ? 'One person gets' : `${String(people.length)} people get`} these menus and a mail with
        the way in. The mails leave in a minute; until then Undo takes all back and nobody is told.
      </p>
      <WorthALook of={people.map((one) => ({ name: one.user_name, marks: factsOf(one) }))} />
      {offered.error && <ErrorPanel text={offered.error.message} onRetry={() => void offered.refetch()} />}
      {offered.isPending && <Waiting />}
      {menus &&
        groups.map((group) => (
          <Group key={group.key}>
            <Choices inRow legend={`${group.words}, ${counted(group.people.length, 'person', 'people')}`}>
              {menus.map(({ menu_id, menu_name }) => (
                <label key={menu_id}>
                  <input
                    type="checkbox"
                    checked={chosenOf(chosen, group).includes(menu_id)}
                    onChange={({ currentTarget: { checked } }) => {
                      const others = chosenOf(chosen, group).filter((one) => one !== menu_id);
                      setChosen(new Map([...chosen, [group.key, checked ? [...others, menu_id] : others]]));
                    }}
                  />
                  {menu_name}
                </label>
              ))}
            </Choices>
            <NamedList
              summary={namesInShort(group.people.map(({ user_name }) => user_name))}
              items={group.people.map((one) => ({
                key: one.user_id,
                name: one.user_name,
                about: (
                  <>
                    {one.user_email}, {one.company_name} <Marks marks={warningsIn(factsOf(one))} />
                  </>
                ),
              }))}
            />
          </Group>
        ))}
    </DecideDialog>
  );
}
