import { axima, type AximaSubscription } from '@desk/contract/axima';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useCall, useSend } from '../../api/hooks.ts';
import { Refused } from '../../api/refused.ts';
import { useSession } from '../../api/session.ts';
import { useStillHere } from '../../kit/browser/use-still-here.ts';
import { NumberField, TextField } from '../../kit/form/fields.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { counted, number } from '../../kit/text/format.ts';
import { toast } from '../../kit/feedback/toast.ts';

const FAILED = axima.addLicence.refusals[404];
const REGISTER = 'add_axima_domain';
const NOTE = { margin: 0 };
const LicenceForm = z.object({
  domain_name: z.string(),
  product: z.string(),
  seats: axima.addLicence.body.shape.seats,
});

interface Props {
  subscription: AximaSubscription;
  onClose: () => void;
  onAdded: () => void;
}

/** More users for a subscription. What is added is added to the count on screen, or not at all. */
export function AddLicenceDialog({ subscription, onClose, onAdded }: Props) {
  const { axima_subscription_id } = subscription;
  const [userCount, setUserCount] = useState(subscription.user_count);
  const fresh = useCall(axima.subscriptionDetails, { subscription_id: axima_subscription_id }, { enabled: false });
  const add = useSend(axima.addLicence, {
    otherwise: FAILED,
    recent: ({ subscription: { user_count }, seats }) => ({
      what: `User count of ${subscription.domain_name}`,
      from: number(Number(user_count)),
      to: number(Number(user_count) + Number(seats)),
    }),
  });
  const navigate = useNavigate();
  const isHere = useStillHere();
  const hasRegister = useSession()?.menu.some(({ to_route }) => to_route === REGISTER);

  const failed = async (error: unknown): Promise<never> => {
    toast('failed', FAILED);
    if (error instanceof Refused && error.status === 409) {
      const { data } = await fresh.refetch();
      setUserCount((count) => data?.domains[0]?.user_count ?? count);
    }
    throw error;
  };
  return (
    <FormDialog
      title="Add License"
      schema={LicenceForm}
      start={{ domain_name: subscription.domain_name, product: subscription.axima_product_name, seats: '' }}
      submit="Add License"
      draft={`add-licence ${String(axima_subscription_id)}`}
      onClose={onClose}
      send={async ({ seats }) => {
        const seen = { axima_subscription_id, user_count: userCount };
        await add.mutateAsync({ subscription: seen, seats }).catch(failed);
        toast('done', `${counted(seats, 'licence')} added to ${subscription.domain_name}`);
        onAdded();
        if (hasRegister && isHere()) await navigate({ to: '/home/$screen', params: { screen: REGISTER } });
      }}
    >
      {(form) => (
        <>
          <TextField form={form} name="domain_name" label="Domain Name" locked="The domain that was chosen." />
          <TextField form={form} name="product" label="Product" locked="The subscription that was chosen." />
          <NumberField
            form={form}
            name="seats"
            label="Number of Licences"
            help={`The user count is ${number(userCount)} now.`}
            required
          />
          <p role="status" style={NOTE}>
            {/^\d{1,7}$/.test(form.values.seats) && `New user count: ${number(userCount + Number(form.values.seats))}`}
          </p>
        </>
      )}
    </FormDialog>
  );
}
