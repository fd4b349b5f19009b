import { useContext, type Ref } from 'react';
import { isPlainClick } from '../browser/plain-click.ts';
import { LeaveContext } from '../dialog/leaving.ts';
import { TextButton } from '../button/text-button.tsx';
import classes from './cell-link.module.css';

interface Props {
  text: string;
  /** Where it leads; undefined: nowhere, it is just the text. */
  onPress: (() => void) | undefined;
  /** Tooltip, where it says more than the text. */
  title?: string;
}

/** A value in a cell that opens something. */
export function CellLink({ text, onPress, title = text }: Props) {
  const leave = useContext(LeaveContext);
  if (!onPress)
    return (
      <span className={classes.text} title={title} data-absent={text === 'N/A' || undefined}>
        {text}
      </span>
    );
  return (
    <TextButton
      className={classes.link}
      title={title}
      isValue
      onPress={() => {
        leave();
        onPress();
      }}
    >
      {text}
    </TextButton>
  );
}

interface PageLinkProps {
  text: string;
  href: string;
  /** A plain click; one with a modifier key is the browser's. */
  onPress: () => void;
  title?: string;
  ref?: Ref<HTMLAnchorElement>;
}

/** A value in a cell that leads to a page of its own. */
export function CellPageLink({ text, href, onPress, title = text, ref }: PageLinkProps) {
  const leave = useContext(LeaveContext);
  return (
    <a
      ref={ref}
      className={classes.page}
      href={href}
      title={title}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        leave();
        onPress();
      }}
    >
      {text}
    </a>
  );
}
