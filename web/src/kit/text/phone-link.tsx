import { Breakable } from './breakable.tsx';

/** As a telephone takes it: digits, and the plus that begins a number of any country. */
const dialled = (text: string): string => (text.trim().startsWith('+') ? '+' : '') + text.replace(/\D/g, '');

/** Whether a text is a telephone number, and not an e-mail address or a name. */
export const isPhone = (text: string): boolean => /^\+?[\d\s().-]{7,}$/.test(text.trim());

/** A number that is called with a press. */
export const PhoneLink = ({ text }: { text: string }) => (
  <a href={`tel:${dialled(text)}`}>
    <Breakable text={text} />
  </a>
);
