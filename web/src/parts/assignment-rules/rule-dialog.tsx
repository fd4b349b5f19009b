import { assignmentRules } from '@desk/contract/renewal-work/assignment-rules';
import { Segment, Zone } from '@desk/contract/words/lists';
import { useState } from 'react';
import { useCall } from '../../api/hooks.ts';
import { useSettled } from '../../kit/browser/use-settled.ts';
import { ChipsField } from '../../kit/form/chips-field.tsx';
import { NumberField, SelectField } from '../../kit/form/fields.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import type { FormState } from '../../kit/form/form.ts';
import { SearchField } from '../../kit/form/search-field.tsx';
import {
  CHOICES,
  namesFor,
  ruleOf,
  draftOf,
  Typed,
  valuesOf,
  type Known,
  type Person,
  type Rule,
  type Values,
} from './rule-words.ts';
import classes from './rules.module.css';

interface Props {
  known: Known;
  /** Left out: a new one. */
  rule?: Rule | undefined;
  onDone: (rule: Rule) => void;
  onClose: () => void;
}

/** Which new renewals a rule is about, and who gets them. */
export function RuleDialog({ known, rule, onDone, onClose }: Props) {
  const names = namesFor(known, rule);
  const words = rule === undefined ? 'Add rule' : 'Change rule';
  return (
    <FormDialog
      title={words}
      schema={Typed}
      start={valuesOf(rule)}
      submit={words}
      draft={draftOf(rule)}
      onClose={onClose}
      send={(typed) => {
        onDone(ruleOf(typed, names, rule));
        return Promise.resolve();
      }}
    >
      {(form) => (
        <>
          <Conditions form={form} products={known.products} />
          <People form={form} names={names} />
        </>
      )}
    </FormDialog>
  );
}

function Conditions({ form, products }: { form: FormState<Values>; products: readonly string[] }) {
  return (
    <>
      <p className={classes.note}>What is left open matches all.</p>
      <div className={classes.two}>
        <SelectField form={form} name="zone" label="Zone" blank="All zones" options={Zone.options} />
        <SelectField form={form} name="segment" label="Segment" blank="All segments" options={Segment.options} />
        <NumberField form={form} name="seats_from" label="Seats from" />
        <NumberField form={form} name="seats_to" label="Seats to" />
      </div>
      <SelectField form={form} name="product" label="Product" blank="All products" options={products} />
      <ResellerField form={form} />
    </>
  );
}

/** A reseller by a part of its company’s name or of its e-mail. */
function ResellerField({ form }: { form: FormState<Values> }) {
  const [typed, setTyped] = useState('');
  const { settled, isSettled } = useSettled(typed);
  const { data, error } = useCall(assignmentRules.resellers, { search: settled }, { enabled: settled !== '' });
  const choices = data?.resellers.map(({ reseller_id: id, company_name: label, email: detail }) => ({
    ...{ value: String(id), label, detail },
  }));
  return (
    <SearchField
      form={form}
      name="reseller_id"
      label="Reseller"
      help="A part of the company’s name or of its e-mail; left empty it is about all, and about those without one."
      chosen={form.values.reseller}
      found={{ choices: isSettled ? choices : undefined, problem: error?.message }}
      onType={setTyped}
      onChoose={(choice) => {
        form.set('reseller_id', choice?.value ?? '');
        form.set('reseller', choice?.label ?? '');
      }}
    />
  );
}

function People({ form, names }: { form: FormState<Values>; names: readonly Person[] }) {
  const options = names.map(({ account_id, name }) => ({ value: String(account_id), label: name }));
  return (
    <>
      <SelectField
        form={form}
        name="choice"
        label="Who gets them"
        options={Object.entries(CHOICES).map(([value, label]) => ({ value, label }))}
      />
      {form.values.choice === 'person' ? (
        <SelectField form={form} name="person" label="Person" required blank="Choose" options={options} />
      ) : (
        <ChipsField form={form} name="people" label="People" required options={options} />
      )}
    </>
  );
}
