import { useContext } from 'react';
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
      onPress={() => {
        leave();
        onPress();
      }}
    >
      {text}
    </TextButton>
  );
}
