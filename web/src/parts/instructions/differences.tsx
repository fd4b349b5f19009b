import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import classes from './instructions.module.css';

/** Where Workspace and its add-ons at a domain come apart; nothing where they do not. */
export const Differences = ({ of }: { of: readonly string[] }) =>
  of.map((sentence) => (
    <p key={sentence} className={classes.difference}>
      <IconAlertTriangle size={16} aria-hidden="true" />
      <span>{sentence}</span>
    </p>
  ));
