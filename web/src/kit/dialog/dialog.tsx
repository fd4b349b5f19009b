import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { hideBehind } from './behind.ts';
import classes from './dialog.module.css';
import { useHeldFocus, useStrayKeys } from '../keyboard/use-restored-focus.ts';
import { giveBack, openerOfNow } from './opener.ts';
import { useBackCloses } from './use-back-closes.ts';
import { useScrollStop } from './use-scroll-stop.ts';

/** The width of a panel at the side. */
const SIDE = 812;
const FIELDS = 'input, select, textarea';
const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex="0"]';

/** 440 for forms, 720 for details, 1100 for lists, 1400 for one wide table; the whole screen where it is narrow. */
type DialogSize = 440 | 720 | 1100 | 1400;

interface Props {
  title: string;
  onClose: () => void;
  size?: DialogSize;
  /** It is being sent, and cannot be closed until then: the cross says so. */
  busy?: boolean;
  /** `alertdialog`: must be answered; its text is read out and a click beside it does not close it. */
  role?: 'dialog' | 'alertdialog';
  /** A click beside it does nothing: what is typed in it must not be in question because a click went astray. */
  stays?: boolean;
  /** Where the focus starts, unless something is marked `data-autofocus`: in the first field that can be changed, or on the heading. */
  start?: 'field' | 'heading';
  /** The body is one table with what belongs to it: its rows scroll, the pager stays in sight. */
  fill?: boolean;
  /**
   * `bare`: its title is read out and not seen, because what stands on top of the body tells what it is. `edge`: a sheet at
   * the left edge, as high as the screen.
   */
  look?: 'bare' | 'edge';
  /** Stays in sight below the scrolling body. */
  footer?: ReactNode;
  /** What is to be read while it is filled in: the dialog is then a panel at the side of the page, and this its right part. */
  aside?: ReactNode;
  children: ReactNode;
}

const staysOpen = ({ role, stays }: Props) => role === 'alertdialog' || stays === true;

const isAtSide = ({ aside }: Props) => aside !== undefined || undefined;
const widthOf = ({ size = 440, aside }: Props) => (aside === undefined ? size : SIDE);

/** What is filled in, and beside it what is to be read. */
function Parts({ title, aside, children }: Pick<Props, 'title' | 'aside' | 'children'>) {
  if (aside === undefined) return children;
  return (
    <div className={classes.parts}>
      <div>{children}</div>
      <aside aria-label={`About: ${title}`}>{aside}</aside>
    </div>
  );
}

/** Of radio buttons with one name the browser stops at the chosen one only. */
const isPassedOver = (control: HTMLElement, inside: ParentNode) =>
  control instanceof HTMLInputElement &&
  control.type === 'radio' &&
  !control.checked &&
  inside.querySelector(`[name="${control.name}"]:checked`) !== null;

/** Where Tab stops, in order. */
const stopsIn = (inside: ParentNode): HTMLElement[] =>
  [...inside.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (control) => control.tabIndex >= 0 && !control.matches(':disabled') && !isPassedOver(control, inside),
  );

/** Where the focus starts: what cannot be changed is no place to begin at. */
function beginningOf(inside: ParentNode, start: 'field' | 'heading'): HTMLElement | null | undefined {
  const fields = start === 'field' ? [...inside.querySelectorAll<HTMLElement>(FIELDS)] : [];
  const field = fields.find((one) => !one.matches(':disabled, [readonly]'));
  return inside.querySelector<HTMLElement>('[data-autofocus]') ?? field ?? inside.querySelector('h2');
}

/**
 * Holds the focus while it is open and gives it back to where it came from; where that is gone, to what is left. Escape closes,
 * and so does Back.
 */
export function Dialog(props: Props) {
  const { title, onClose, role = 'dialog', start = 'field', busy, fill = false, look, footer, aside, children } = props;
  const stays = staysOpen(props);
  const id = useId();
  const box = useRef<HTMLElement>(null);
  const body = useRef<HTMLDivElement>(null);
  useScrollStop(body, stopsIn);
  useHeldFocus(box);
  useBackCloses(box, onClose);

  useEffect(() => {
    const opener = openerOfNow();
    const inside = box.current;
    hideBehind();
    if (inside && !inside.contains(document.activeElement)) beginningOf(inside, start)?.focus();
    return () => {
      hideBehind();
      giveBack(opener);
    };
  }, [start]);

  const receive = (event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'stopPropagation' | 'preventDefault'>) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
    }
    if (event.key !== 'Tab' || !box.current) return;
    const stops = stopsIn(box.current);
    const [first, last] = [stops[0], stops.at(-1)];
    const at = document.activeElement;
    const isStray = at === document.body;
    const leaving = event.shiftKey ? at === first || !stops.some((stop) => stop === at) : isStray || at === last;
    if (!leaving) return;
    event.preventDefault();
    (event.shiftKey ? last : first)?.focus();
  };
  useStrayKeys(box, receive);
  const keep = (event: KeyboardEvent) => {
    // A dialog opened from within this one is drawn elsewhere; React hands its keys on to here nevertheless.
    if (event.currentTarget.contains(event.target as Node)) receive(event);
  };

  return createPortal(
    <div className={classes.stage} data-modal="" data-look={look} data-side={isAtSide(props)}>
      {/* The second click of the double click that opened it falls beside it, and is none that closes it. */}
      {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events -- Escape and the Close button do the same */}
      <div className={classes.shade} onClick={stays ? undefined : ({ detail }) => detail < 2 && onClose()} />
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a dialog hears Escape and Tab */}
      <section
        ref={box}
        role={role}
        aria-modal="true"
        aria-labelledby={id}
        {...(role === 'alertdialog' && { 'aria-describedby': `${id}-body` })}
        className={classes.box}
        data-fill={fill || undefined}
        data-look={look}
        style={{ maxWidth: widthOf(props) }}
        onKeyDown={keep}
      >
        <h2 id={id} tabIndex={-1} className={classes.title}>
          {title}
        </h2>
        <div ref={body} id={`${id}-body`} className={classes.body}>
          <Parts title={title} aside={aside}>
            {children}
          </Parts>
        </div>
        {footer !== undefined && <div className={classes.footer}>{footer}</div>}
        {role === 'dialog' && (
          <button
            type="button"
            className={classes.close}
            aria-label="Close dialog"
            aria-disabled={busy}
            onClick={onClose}
          >
            ✕
          </button>
        )}
      </section>
    </div>,
    document.body,
  );
}
