/** The package types its icons in one file of all 6,000; each is taken from its own module, so that the others stay out of the bundle. */
declare module '@tabler/icons-react/dist/esm/icons/*' {
  import type { ComponentType } from 'react';

  const icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: true }>;
  export default icon;
}
