import { createTheme, defaultVariantColorsResolver, type CSSVariablesResolver } from '@mantine/core';
import { dark, light, type Token } from './tokens.ts';

const named = (tokens: Record<Token, string>) =>
  Object.fromEntries(Object.entries(tokens).map(([name, colour]) => [`--desk-${name}`, colour]));

/** Mantine's own colours speak through the tokens; its red on white and its placeholder grey would fail contrast. */
const mantine = {
  '--mantine-color-body': 'var(--desk-bg)',
  '--mantine-color-text': 'var(--desk-text)',
  '--mantine-color-dimmed': 'var(--desk-muted)',
  '--mantine-color-placeholder': 'var(--desk-muted)',
  '--mantine-color-error': 'var(--desk-error)',
  '--mantine-color-anchor': 'var(--desk-link)',
  '--mantine-color-default': 'var(--desk-bg)',
  '--mantine-color-default-color': 'var(--desk-text)',
  '--mantine-color-default-hover': 'var(--desk-row-hover)',
  '--mantine-color-default-border': 'var(--desk-border)',
};

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...named(light), ...mantine },
  dark: { ...named(dark), ...mantine },
});

export const theme = createTheme({
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '28px' },
  defaultRadius: 4,
  focusRing: 'auto',
  respectReducedMotion: true,
  // A button that names no colour never asks the resolver below and would stay Mantine's blue.
  components: { Button: { defaultProps: { color: 'blue' } } },
  variantColorResolver: (input) =>
    input.variant === 'filled'
      ? {
          background: 'var(--desk-accent)',
          hover: 'var(--desk-accent-hover)',
          color: 'var(--desk-on-accent)',
          border: '1px solid transparent',
        }
      : defaultVariantColorsResolver(input),
});
