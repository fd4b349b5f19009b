import { mailLog } from '@desk/contract/mail-log';
import { Link } from '@tanstack/react-router';
import { useMayCall } from '../../api/may-call.ts';
import classes from './mail-held-chip.module.css';
import { sinceWords, useMailHoldEvents, useMailHold } from './mail-hold-switch.ts';

/** For the top bar: while messages are held, all staff see it, and who may let them go is led there. */
export function MailHeldChip() {
  const { data, refetch } = useMailHold();
  const mayRelease = useMayCall(mailLog.hold);
  useMailHoldEvents(() => void refetch());
  return (
    <div role="status" className={classes.slot}>
      {data?.held === true && <Chip title={`Held ${sinceWords(data)}`} isLink={mayRelease} />}
    </div>
  );
}

function Chip({ title, isLink }: { title: string; isLink: boolean }) {
  const shared = {
    className: classes.chip,
    title,
    children: (
      <>
        <span aria-hidden="true">▲</span>
        <span>Messages are held</span>
      </>
    ),
  };
  return isLink ? <Link to="/home/$screen" params={{ screen: 'mail_log' }} {...shared} /> : <span {...shared} />;
}
