import { useState } from 'react';
import classes from './brand-logo.module.css';
import { brandLogo, brandName } from './business.ts';

/** The logo of the installation; without one, and where it cannot be loaded, the initial of its name in its colour. */
export function BrandLogo() {
  const [isBroken, setBroken] = useState(false);
  if (brandLogo === undefined || isBroken)
    return (
      <span aria-hidden="true" className={classes.initial}>
        {brandName.slice(0, 1)}
      </span>
    );
  return <img src={brandLogo} alt="" className={classes.mark} onError={() => setBroken(true)} />;
}
