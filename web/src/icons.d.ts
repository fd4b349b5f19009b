/** Each icon is imported by itself, so that a page loads what it draws; the package describes only all of them together. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { Icon } from '@tabler/icons-react';
  const icon: Icon;
  export default icon;
}
