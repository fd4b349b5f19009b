import { access } from '@desk/contract/access';
import { useState } from 'react';
import * as z from 'zod/mini';
import { Button } from '../../kit/button/button.tsx';
import { useSend } from '../../api/hooks.ts';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { Dialog } from '../../kit/dialog/dialog.tsx';
import { OtpField } from '../../kit/form/fields.tsx';
import { FormBody } from '../../kit/form/form-body.tsx';
import { useSchemaForm } from '../../kit/form/form.ts';
import { OtpNote, ResendButton, type AskedOtp } from '../../parts/login-page/otp.tsx';

interface Props {
  sent: AskedOtp;
  resending: boolean;
  onResend: () => void;
  onVerified: () => void;
  onClose: () => void;
}

/** Asks for the OTP that was mailed. A click beside it does not close it: a code that is typed would be lost. */
export function OtpDialog({ sent, resending, onResend, onVerified, onClose }: Props) {
  const verify = useSend(access.verifyOtp);
  const [tried, setTried] = useState(false);
  const form = useSchemaForm({
    schema: z.object({ otp: access.verifyOtp.body.shape.otp }),
    start: { otp: '' },
    send: async ({ otp }) => {
      await verify.mutateAsync({ email: sent.email, otp });
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
      role="alertdialog"
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          {tried && !form.pending && (
            <ResendButton words="Resend OTP" askedAt={sent.at} busy={resending} onClick={onResend} />
          )}
          <BusyButton type="submit" form={form.fieldId('form')} busy={form.pending}>
            Verify
          </BusyButton>
        </>
      }
    >
      <FormBody form={{ ...form, submit }}>
        <OtpNote {...sent} />
        <OtpField form={form} name="otp" label="OTP" required />
      </FormBody>
    </Dialog>
  );
}
