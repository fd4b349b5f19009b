import { Button } from '../../kit/button/button.tsx';
import { number } from '../../kit/text/format.ts';
import { useOrigin } from '../../parts/domain-page/domain-page-address.ts';
import classes from './domain-page.module.css';

/** Back to where the page was opened, and on through the rows of that list. */
export function StepsPanel() {
  const { origin, back, previous, next } = useOrigin();
  if (!origin) return null;
  return (
    <nav aria-label="Where this page was opened" className={classes.steps}>
      <a
        href={origin.href}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          back();
        }}
      >
        <span aria-hidden="true">‹ </span>
        {origin.label === '' ? 'Back' : origin.label}
      </a>
      {origin.rows.length > 1 && (
        <>
          <span className={classes.place}>
            {number(origin.place)} of {number(origin.total)}
          </span>
          <Button
            variant="default"
            size="xs"
            disabled={!previous}
            onClick={() => previous?.()}
            aria-label="Previous row"
          >
            ‹
          </Button>
          <Button variant="default" size="xs" disabled={!next} onClick={() => next?.()} aria-label="Next row">
            ›
          </Button>
        </>
      )}
    </nav>
  );
}
