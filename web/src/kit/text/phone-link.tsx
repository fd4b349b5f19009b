import type { ReactNode } from 'react';
import { Breakable } from './breakable.tsx';

/** As a telephone takes it: digits, and the plus that begins a number of any country. */
const dialled = (text: string): string => (text.trim().startsWith('+') ? '+' : '') + text.replace(/\D/g, '');

/** Whether a text is a telephone number, and not an e-mail address or a name. */
export const isPhone = (text: string): boolean => /^\+?[\d\s().-]{7,}$/.test(text.trim());

interface Props {
  text: string;
  className?: string | undefined;
  /** What it reads in place of the number. */
  children?: ReactNode;
}

/** A number that is called with a press. */
export const PhoneLink = ({ text, className, children = <Breakable text={text} /> }: Props) => (
  <a href={`tel:${dialled(text)}`} className={className}>
    {children}
  </a>
);
