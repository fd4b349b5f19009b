import { Button } from '@mantine/core';
import { access } from '@desk/contract/access';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useSend } from '../../api/hooks.ts';
import { BusyButton } from '../../kit/busy-button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { OtpField } from '../../kit/fields.tsx';
import { FormBody } from '../../kit/form-body.tsx';
import { useSchemaForm } from '../../kit/form.ts';
import { say } from '../../kit/say.ts';
import { Note } from '../../parts/entrance.tsx';

interface Props {
  /** Where the OTP was sent. */
  email: string;
  onVerified: () => void;
  onClose: () => void;
}

/** Asks for the OTP that was mailed. Each OTP starts afresh: what was said about the former one no longer holds. */
export function OtpDialog(props: Props) {
  const [resent, setResent] = useState(0);
  return <OneOtp key={resent} {...props} anew={resent > 0} onResent={() => setResent(resent + 1)} />;
}

function OneOtp({ email, onVerified, onClose, anew, onResent }: Props & { anew: boolean; onResent: () => void }) {
  const verify = useSend(access.verifyOtp);
  const resend = useSend(access.sendOtp, { otherwise: 'Failed to send OTP' });
  const [tried, setTried] = useState(false);
  const form = useSchemaForm({
    schema: z.object({ otp: access.verifyOtp.body.shape.otp }),
    start: { otp: '' },
    send: async ({ otp }) => {
      await verify.mutateAsync({ email, otp });
      onVerified();
    },
  });
  const submit = () => {
    setTried(true);
    form.submit();
  };
  return (
    <Dialog
      title="Verify your e-mail"
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          {tried && !form.pending && (
            <BusyButton
              variant="default"
              busy={resend.isPending}
              onClick={() =>
                resend.mutate({ email }, { onSuccess: onResent, onError: (e) => say('failed', e.message) })
              }
            >
              Resend OTP
            </BusyButton>
          )}
          <BusyButton type="submit" form={form.fieldId('form')} busy={form.pending}>
            Verify
          </BusyButton>
        </>
      }
    >
      <FormBody form={{ ...form, submit }}>
        <Note>
          {anew ? 'A new OTP' : 'An OTP'} was sent to {email}.
        </Note>
        <OtpField form={form} name="otp" label="OTP" required />
      </FormBody>
    </Dialog>
  );
}
