import { followUp } from '@desk/contract/follow-up';
import { useState } from 'react';
import { Button } from '../../kit/button/button.tsx';
import { useMayCall } from '../../api/may-call.ts';
import { CopyButton } from '../../kit/feedback/copy-button.tsx';
import { CommentForm } from '../renewal/comment-form.tsx';
import classes from './dossier.module.css';

interface Props {
  domain: string;
  /** The renewal from whose row the dossier was opened; undefined: it was opened from elsewhere. */
  renewal: number | undefined;
}

/** The actions on a domain in its dossier. */
export const DossierActions = ({ domain, renewal }: Props) => (
  <div className={classes.actions}>
    {renewal !== undefined && <AddComments domain={domain} renewal={renewal} />}
    <CopyButton text={domain} words="Copy domain" />
  </div>
);

function AddComments({ domain, renewal }: { domain: string; renewal: number }) {
  const [isOpen, setIsOpen] = useState(false);
  if (!useMayCall(followUp.saveStatus)) return null;
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Add Comments
      </Button>
      {isOpen && <CommentForm row={{ renewal_id: renewal, domain_name: domain }} onClose={() => setIsOpen(false)} />}
    </>
  );
}
