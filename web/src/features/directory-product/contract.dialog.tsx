import { ContractStatus, directoryProduct, type Organization } from '@desk/contract/directory-product';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { Button } from '../../kit/button/button.tsx';
import { useIsMounted } from '../../kit/browser/use-is-mounted.ts';
import { useCall, useSend } from '../../api/hooks.ts';
import { Refused } from '../../api/refused.ts';
import { DateField, NumberField, SelectField, TextField } from '../../kit/form/fields.tsx';
import { Alert } from '../../kit/feedback/alert.tsx';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { Confirm } from '../../kit/dialog/confirm.tsx';
import { clearDraft } from '../../kit/form/drafts.ts';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { FieldError, type FormState, type ValuesOf } from '../../kit/form/form.ts';
import { businessCurrency } from '../../kit/text/business.ts';
import { date, money, number, shown } from '../../kit/text/format.ts';
import { toast } from '../../kit/feedback/toast.ts';
import { Facts } from '../../parts/domain-page/facts.tsx';
import { StaleNotice, untouchedFollow, useVersionAtOpening } from '../../parts/form/stale-notice.tsx';

const { setContract, removeContract } = directoryProduct;
const { shape } = setContract.body;
const LONGEST_SEARCH = 253;
const NOTE = { margin: 0 };
const STATUSES: Readonly<Record<ContractStatus, string>> = {
  ACTIVE: 'Active',
  SUSPENDED: 'Suspended',
  CANCELLED: 'Cancelled',
};
const STATUS_OPTIONS = ContractStatus.options.map((value) => ({ value, label: STATUSES[value] }));

const orNull = (text: string) => (text.trim() === '' ? null : text.trim());
const ContractForm = z.object({
  domain_name: shape.domain_name,
  plan_name: shape.plan_name,
  end_date: shape.end_date,
  contract_licences: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text: string) => (orNull(text) === null ? null : Number(text))),
    ),
    shape.contract_licences,
  ),
  price: z.pipe(z.pipe(z.string(), z.transform(orNull)), shape.price),
  currency: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text: string) => text.trim().toUpperCase()),
    ),
    shape.currency,
  ),
  customer_status: shape.customer_status,
});
type Values = ValuesOf<typeof ContractForm>;

const BLANK: Values = {
  domain_name: '',
  plan_name: '',
  end_date: '',
  contract_licences: '',
  price: '',
  currency: businessCurrency,
  customer_status: 'ACTIVE',
};
const valuesOf = (organization: Organization | undefined): Values => {
  const known = (Object.keys(BLANK) as (keyof Values)[]).flatMap((name) => {
    const value = organization?.[name] ?? null;
    return value === null ? [] : [[name, String(value)]];
  });
  return { ...BLANK, ...(Object.fromEntries(known) as Partial<Values>) };
};

/** Asks for one organisation as it stands now: by its name, because the list it was opened on may leave it out by now. */
function useReload(organization: Organization | undefined) {
  const search = organization?.customer_name.slice(0, LONGEST_SEARCH) ?? '';
  const { refetch } = useCall(directoryProduct.organizations, { search }, { enabled: false });
  return async (): Promise<Organization | undefined> => {
    const { data, error } = await refetch();
    const found = data?.organizations.find(({ id }) => id === organization?.id);
    if (error || !found) throw error ?? new Error(setContract.refusals[404]);
    return found;
  };
}

/** Which field each refusal is about. */
const FIELD_OF_REFUSAL = new Map<string, keyof Values>([
  [setContract.refusals[400], 'end_date'],
  [setContract.refusals[403], 'domain_name'],
  [setContract.refusals[422], 'domain_name'],
]);

/** A refusal about one field is shown at that field. */
function atField(error: unknown): never {
  const field = error instanceof Refused ? FIELD_OF_REFUSAL.get(error.message) : undefined;
  if (field === undefined) throw error;
  throw new FieldError(field, (error as Refused).message);
}

interface Props {
  /** Undefined: a contract of an organisation that the provider has not listed yet. */
  organization: Organization | undefined;
  onClose: () => void;
}

/** Which domain of ours an organisation is, and until when we sold it how many licences: its renewals follow. */
export function ContractDialog({ organization, onClose }: Props) {
  const save = useSend(setContract, {
    recent: (sent) => ({ what: `Contract of ${sent.domain_name} ${organization ? 'changed' : 'added'}` }),
  });
  const reload = useReload(organization);
  const { opened, guarded, renew } = useVersionAtOpening({ organization }, async () => ({
    organization: await reload(),
  }));
  const isListed = organization !== undefined && organization.organization_id !== null;
  const draft = `directory-contract ${String(organization?.id ?? 'new')}`;
  const isMounted = useIsMounted();
  const removal = useSend(removeContract, {
    recent: () => ({ what: `Contract of ${shown(opened.details.organization?.domain_name)} removed` }),
  });
  const remove = async ({ id, version, domain_name }: Organization) => {
    await guarded(() => removal.mutateAsync({ id, version }));
    toast('done', `Contract of ${shown(domain_name)} removed`);
    clearDraft(draft);
    // Another dialog may stand there by now.
    if (isMounted()) onClose();
  };
  return (
    <FormDialog
      title={organization ? `Edit Contract: ${organization.customer_name}` : 'Add Contract'}
      schema={ContractForm}
      start={valuesOf(organization)}
      submit="Save"
      draft={draft}
      onClose={onClose}
      locked={removal.isPending}
      send={async ({ plan_name, ...filled }) => {
        const plan = isListed ? {} : { plan_name };
        await guarded(({ organization: seen }) =>
          save.mutateAsync({ ...filled, ...plan, ...(seen && { id: seen.id, version: seen.version }) }).catch(atField),
        );
        toast('done', `Contract of ${filled.domain_name} saved`);
      }}
    >
      {(form) => (
        <>
          <ChangedMeanwhile form={form} opened={opened} onRenew={() => void renew()} />
          {isListed && <Facts facts={factsOf(opened.details.organization ?? organization)} />}
          <ContractFields form={form} now={opened.details.organization} isListed={isListed} />
          {organization && organization.domain_name !== null && (
            <Removal of={opened.details.organization ?? organization} removal={removal} onRemove={remove} />
          )}
        </>
      )}
    </FormDialog>
  );
}

interface RemovalProps {
  of: Organization;
  removal: { isPending: boolean; error: Error | null };
  onRemove: (organization: Organization) => Promise<unknown>;
}

/** Undoes a link: cancelled is what a customer did, removed what was never theirs. */
function Removal({ of, removal: { isPending, error }, onRemove }: RemovalProps) {
  const [asking, setAsking] = useState(false);
  const remove = () => {
    setAsking(false);
    // What it is refused for stands below the button.
    void onRemove(of).catch(() => undefined);
  };
  return (
    <div>
      <BusyButton type="button" variant="default" busy={isPending} onClick={() => setAsking(true)}>
        Remove Contract
      </BusyButton>
      {error && <Alert>{error.message}</Alert>}
      {asking && (
        <Confirm
          title="Remove this contract?"
          yes="Remove Contract"
          onYes={remove}
          no="Keep it"
          onNo={() => setAsking(false)}
        >
          {of.customer_name} is no longer linked to {shown(of.domain_name)}, and its open renewal closes.
        </Confirm>
      )}
    </div>
  );
}

const WORDS: Readonly<Record<keyof Values, (of: Organization) => string>> = {
  domain_name: (of) => `Domain ${shown(of.domain_name)}`,
  plan_name: (of) => `Plan ${shown(of.plan_name)}`,
  end_date: (of) => `End Date ${date(of.end_date)}`,
  contract_licences: (of) => `Licences ${number(of.contract_licences)}`,
  price: (of) => `Price ${money(of.price, of.currency ?? undefined)}`,
  currency: (of) => `Currency ${shown(of.currency)}`,
  customer_status: (of) => `Status ${of.customer_status === null ? shown(null) : STATUSES[of.customer_status]}`,
};

/** Every field that a colleague left otherwise than it stands in the form. */
function differenceOf(values: Values, now: Organization): string {
  const there = valuesOf(now);
  const names = (Object.keys(WORDS) as (keyof Values)[]).filter((name) => values[name] !== there[name]);
  return names.length === 0 ? 'as it stands here' : names.map((name) => WORDS[name](now)).join(', ');
}

type NoticeProps = Pick<
  Parameters<typeof StaleNotice<{ organization: Organization | undefined }>>[0],
  'opened' | 'onRenew'
>;

/** The difference is that of the moment of loading: it is not read out again with each letter that is typed. */
function ChangedMeanwhile({ form, opened, onRenew }: NoticeProps & { form: FormState<Values> }) {
  const { organization: now } = opened.details;
  const [difference, setDifference] = useState({ now, text: '' });
  if (now && difference.now !== now) setDifference({ now, text: differenceOf(form.values, now) });
  const onLoaded = untouchedFollow(form, (now: typeof opened.details) => valuesOf(now.organization));
  return <StaleNotice {...{ form, opened, onRenew, onLoaded }} summary={() => difference.text} />;
}

const factsOf = ({ customer_email, plan_name, no_of_lic }: Organization) => ({
  'Customer Email': customer_email,
  Plan: plan_name,
  'Licences at the provider': number(no_of_lic),
});

interface FieldsProps {
  form: FormState<Values>;
  now: Organization | undefined;
  isListed: boolean;
}

/** Takes over a colleague's changes in fields that were not typed in. */
function useFollowed({ form, now }: Pick<FieldsProps, 'form' | 'now'>) {
  const before = useRef(now);
  useEffect(() => {
    const [was, is] = [valuesOf(before.current), valuesOf(now)];
    before.current = now;
    for (const name of Object.keys(is) as (keyof Values)[])
      if (form.values[name] === was[name] && is[name] !== was[name]) form.set(name, is[name]);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only what others did is followed
  }, [now]);
}

function ContractFields({ form, now, isListed }: FieldsProps) {
  useFollowed({ form, now });
  const suggested = now?.suggested_domain;
  return (
    <>
      <TextField form={form} name="domain_name" label="Domain" help="A domain of one of our customers." required />
      {typeof suggested === 'string' && form.values.domain_name !== suggested && (
        <div>
          <Button
            variant="default"
            onClick={() => {
              form.set('domain_name', suggested);
              // The button goes away as it is used.
              document.getElementById(form.fieldId('domain_name'))?.focus();
            }}
          >
            Use {suggested}
          </Button>
        </div>
      )}
      {!isListed && <TextField form={form} name="plan_name" label="Plan" />}
      <DateField form={form} name="end_date" label="End Date" required />
      <NumberField form={form} name="contract_licences" label="Licences" help="As the contract says." />
      <NumberField form={form} name="price" label="Price" help="Of the whole contract and its term." />
      <TextField form={form} name="currency" label="Currency" required />
      <SelectField form={form} name="customer_status" label="Status" options={STATUS_OPTIONS} required />
      <p role="status" style={NOTE}>
        {form.values.customer_status === 'CANCELLED' && 'A cancelled contract is not renewed any more.'}
      </p>
    </>
  );
}
