import type { ReactNode } from 'react';
import { useBrand } from '../../api/brand.ts';
import { businessDay } from '../../kit/text/clock.ts';
import { Loader } from '../../kit/button/loader.tsx';
import { BrandLogo } from '../../kit/text/brand-logo.tsx';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import classes from './login-page.module.css';

interface Props {
  title: string;
  /** Something was sent and is waited for. */
  busy?: boolean;
  children: ReactNode;
}

/** A page for those who are not signed in: one card, the brand above, the copyright below. */
export function LoginPage({ title, busy = false, children }: Props) {
  const brand = useBrand();
  const name = brand.data?.brand_name ?? 'Reseller Desk';
  return (
    <div className={classes.page}>
      <main className={classes.card} aria-busy={busy}>
        <p className={classes.brand}>
          <BrandLogo />
          {name}
        </p>
        <ScreenFrame title={title}>{children}</ScreenFrame>
        {busy && (
          <div className={classes.overlay} role="status">
            <Loader size={36} className={classes.wheel} />
            <span className="visually-hidden">Please wait</span>
          </div>
        )}
      </main>
      <footer className={classes.footer}>
        Copyright © 2024–{businessDay().slice(0, 4)} {name}
      </footer>
    </div>
  );
}

/** A field and the button that belongs to it, in one line. */
export const Beside = ({ children }: { children: ReactNode }) => <div className={classes.beside}>{children}</div>;

/** A success message, read out when it appears. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <p role="status" className={classes.note}>
      {children}
    </p>
  );
}

export const Links = ({ children }: { children: ReactNode }) => <p className={classes.links}>{children}</p>;
