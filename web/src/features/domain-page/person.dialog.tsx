import { contacts, NAME_OF_CRM, personNow, type AskedPerson } from '@desk/contract/renewal-work/contacts';
import { ContactRole } from '@desk/contract/words/reach';
import { useCall, useSend } from '../../api/hooks.ts';
import { differences } from '../../kit/edit/changes.ts';
import { toast } from '../../kit/feedback/toast.ts';
import { Choices } from '../../kit/form/choices.tsx';
import { PhoneField, TextField } from '../../kit/form/fields.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import type { FormState, ValuesOf } from '../../kit/form/form.ts';
import { shown } from '../../kit/text/format.ts';
import { ROLE_LINES, ROLE_WORDS } from '../../parts/domain-page/asked-words.ts';
import { StaleNotice, untouchedFollow, useVersionAtOpening } from '../../parts/form/stale-notice.tsx';
import classes from './asked.module.css';

type Values = ValuesOf<ReturnType<typeof personNow>>;

const NOBODY: Values = { name: '', customer_email: '', phone: '', mobile: '', roles: [] };
const LABELS = { name: 'Name', customer_email: 'Email', phone: 'Phone', mobile: 'Mobile', roles: 'Roles' };

const rolesOf = (roles: readonly string[]): ContactRole[] => ContactRole.options.filter((one) => roles.includes(one));
const roleWords = (roles: readonly string[]): string =>
  rolesOf(roles)
    .map((role) => ROLE_WORDS[role])
    .join(', ');
const reachedOf = ({ email, phone, mobile }: AskedPerson) => ({ customer_email: email, phone, mobile });
const seenOf = (person: AskedPerson) => ({ name: person.name, roles: person.roles, ...reachedOf(person) });

/** Where nobody has said what somebody is, the form begins with what the CRM's words suggest. */
const valuesOf = ({ name, email, phone, mobile, roles, suggested_roles: suggested }: AskedPerson): Values => ({
  ...{ name, customer_email: email ?? '', phone: phone ?? '', mobile: mobile ?? '', roles: roles ?? suggested },
});
const bodyOf = (values: Values) => ({ ...values, roles: rolesOf(values.roles) });
const wordsOf = (values: Values) => ({ ...values, roles: roleWords(values.roles) });

interface Props {
  domain: string;
  /** Null: somebody new. */
  person: AskedPerson | null;
  onClose: () => void;
}

/** Who somebody of a customer is, how they are reached and what they are to its renewals. */
export const PersonDialog = ({ domain, person, onClose }: Props) =>
  person === null ? (
    <NewPerson domain={domain} onClose={onClose} />
  ) : (
    <KnownPerson domain={domain} person={person} onClose={onClose} />
  );

function NewPerson({ domain, onClose }: Omit<Props, 'person'>) {
  const save = useSend(contacts.save, {
    recent: ({ person }) => ({ what: `${person.name} of ${domain}`, to: 'added' }),
  });
  return (
    <FormDialog
      title="Add a person"
      schema={personNow(null)}
      start={NOBODY}
      submit="Add"
      draft={`add-person ${domain}`}
      onClose={onClose}
      send={async (person) => {
        await save.mutateAsync({ domain_name: domain, person });
        toast('done', `${person.name} is added`);
      }}
    >
      {(form) => <Fields form={form} />}
    </FormDialog>
  );
}

/** Asks for one person as they stand now. */
function useReload(domain_name: string, { contact_id }: AskedPerson) {
  const { refetch } = useCall(contacts.all, { domain_name }, { enabled: false });
  return async () => {
    const { data, error } = await refetch();
    const found = data?.people.find((one) => one.contact_id === contact_id);
    if (error || !found) throw error ?? new Error(contacts.save.refusals[404]);
    return found;
  };
}

function KnownPerson({ domain, person, onClose }: Omit<Props, 'person'> & { person: AskedPerson }) {
  const { opened, guarded, renew } = useVersionAtOpening(person, useReload(domain, person));
  const { contact_id, name } = person;
  const save = useSend(contacts.save, {
    recent: (sent) => {
      const was = { ...valuesOf(opened.details), roles: opened.details.roles ?? [] };
      const changed = differences(LABELS, wordsOf(was), wordsOf(sent.person));
      return changed && { what: `${name} of ${domain}`, ...changed };
    },
  });
  return (
    <FormDialog
      title={`Edit ${name}`}
      schema={personNow(reachedOf(opened.details))}
      start={valuesOf(person)}
      submit="Save"
      draft={`person ${String(contact_id)}`}
      onClose={onClose}
      send={async (now) => {
        await guarded((seen) =>
          save.mutateAsync({ domain_name: domain, contact_id, person: bodyOf(now), seen: seenOf(seen) }),
        );
        toast('done', `${now.name} is saved`);
      }}
    >
      {(form) => (
        <>
          <StaleNotice
            form={form}
            opened={opened}
            onRenew={() => void renew()}
            onLoaded={untouchedFollow(form, valuesOf)}
            summary={(now) =>
              `${now.name}, email ${shown(now.email)}, phone ${shown(now.phone)}, mobile ${shown(now.mobile)}, ${shown(roleWords(now.roles ?? []) || null)}`
            }
          />
          <Fields form={form} known={opened.details} />
        </>
      )}
    </FormDialog>
  );
}

function Fields({ form, known }: { form: FormState<Values>; known?: AskedPerson }) {
  return (
    <>
      <TextField form={form} name="name" label="Name" required {...(known?.is_in_crm && { locked: NAME_OF_CRM })} />
      <TextField
        form={form}
        name="customer_email"
        label="Email"
        type="email"
        required={known === undefined || known.email !== null}
      />
      <PhoneField form={form} name="phone" autoComplete="off" label="Phone" />
      <PhoneField form={form} name="mobile" autoComplete="off" label="Mobile" />
      <Roles form={form} known={known} />
    </>
  );
}

/** A viewer is nothing else: whoever ticks it unticks the others. */
const ticked = (roles: readonly string[], role: ContactRole, isOn: boolean): ContactRole[] => {
  const others = rolesOf(roles).filter((one) => one !== role);
  if (!isOn) return others;
  return role === 'viewer' ? ['viewer'] : [...others.filter((one) => one !== 'viewer'), role];
};

function Roles({ form, known }: { form: FormState<Values>; known: AskedPerson | undefined }) {
  const { roles } = form.values;
  const isSuggested = known !== undefined && known.roles === null && known.suggested_roles.length > 0;
  return (
    <Choices legend="What they are">
      {isSuggested && (
        <p className={classes.why}>Suggested, because the CRM calls them “{known.crm_role}”. Nobody has said it yet.</p>
      )}
      {ContactRole.options.map((role) => (
        <label key={role}>
          <input
            type="checkbox"
            checked={roles.includes(role)}
            onChange={({ currentTarget: { checked } }) => form.set('roles', ticked(roles, role, checked))}
          />
          <b>{ROLE_WORDS[role]}</b>
          <span className={classes.why}>{ROLE_LINES[role]}</span>
        </label>
      ))}
    </Choices>
  );
}
