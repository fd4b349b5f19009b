import type { ReactNode } from 'react';
import { Button } from '../../kit/button/button.tsx';
import { ListDialog } from '../../kit/dialog/list-dialog.tsx';
import type { Subject } from './dossier-address.ts';

export interface DossierProps {
  /** The domain, or the reseller's e-mail. */
  name: string;
  /** The renewal from whose row it was opened. */
  renewal: number | undefined;
  /** The page of the same dialog that Back leads to. */
  former: Subject | undefined;
  onBack: () => void;
  onClose: () => void;
}

/** The frame of a dossier: Close, and Back to the one before it. */
export function DossierDialog({
  title,
  size,
  former,
  onBack,
  onClose,
  children,
}: Omit<DossierProps, 'name' | 'renewal'> & { title: string; size: 720 | 1100; children: ReactNode }) {
  return (
    <ListDialog
      title={title}
      size={size}
      onClose={onClose}
      beside={
        former && (
          <Button variant="default" onClick={onBack} title={former.name}>
            Back to {former.name}
          </Button>
        )
      }
    >
      {children}
    </ListDialog>
  );
}
