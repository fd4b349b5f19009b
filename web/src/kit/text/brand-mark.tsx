import { useState } from 'react';
import classes from './brand-mark.module.css';
import { brandMark, brandName } from './business.ts';

/** The mark of the installation; without one, and where it cannot be loaded, the initial of its name in its colour. */
export function BrandMark() {
  const [isBroken, setBroken] = useState(false);
  if (brandMark === undefined || isBroken)
    return (
      <span aria-hidden="true" className={classes.initial}>
        {brandName.slice(0, 1)}
      </span>
    );
  return <img src={brandMark} alt="" className={classes.mark} onError={() => setBroken(true)} />;
}
