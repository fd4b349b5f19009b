import { useState, type ReactNode } from 'react';

/** A dialog that closes, and a button that opens it again. */
export function Reopened({ children }: { children: (onClose: () => void) => ReactNode }) {
  const [isOpen, setIsOpen] = useState(true);
  return isOpen ? children(() => setIsOpen(false)) : <button onClick={() => setIsOpen(true)}>Open again</button>;
}
