import { Fragment } from 'react';

/** A name without spaces, such as an e-mail address, that goes on to a next line after `@` or a dot, not within a word. */
export const Breakable = ({ text }: { text: string }) =>
  text.split(/(?<=[@.])(?=[a-z])/i).map((part, at) => (
    <Fragment key={`${String(at)} ${part}`}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
