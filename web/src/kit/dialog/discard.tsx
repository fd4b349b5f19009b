import { Confirm } from './confirm.tsx';

/** Asks once before something typed is lost. */
export const Discard = ({ onYes, onNo }: { onYes: () => void; onNo: () => void }) => (
  <Confirm title="Close without saving?" yes="Discard" onYes={onYes} no="Keep editing" prefers="no" onNo={onNo}>
    What you typed is not saved.
  </Confirm>
);
