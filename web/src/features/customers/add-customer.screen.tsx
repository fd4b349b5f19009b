import { useEffect, useRef, useState } from 'react';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { AddCustomerForm } from './add-customer.form.tsx';

/** As the note gets the focus, the title above it comes into sight too. */
const NOTE = { margin: 0, scrollMarginBlockStart: 120 };

/** A new customer; after each the form is empty again. */
export function AddCustomerScreen() {
  const [added, setAdded] = useState<readonly string[]>([]);
  const [isOver, setOver] = useState(false);
  const note = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (added.length > 0) note.current?.focus();
  }, [added]);
  const latest = isOver ? undefined : added.at(-1);
  return (
    <ScreenFrame title="Add Customer">
      <p ref={note} role="status" tabIndex={-1} hidden={latest === undefined} style={NOTE}>
        {latest !== undefined && `${latest} was added, and is on its way to the CRM.`}
      </p>
      <AddCustomerForm
        key={added.length}
        onAdded={(company) => {
          setAdded((before) => [...before, company]);
          setOver(false);
        }}
        onNext={() => setOver(true)}
      />
    </ScreenFrame>
  );
}
