import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const noBareDate = { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Ask ctx.now().' };
const noHtmlSink = { selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']", message: 'Text is shown as text.' };
const noMathRandom = {
  selector: "MemberExpression[object.name='Math'][property.name='random']",
  message: 'Use node:crypto.',
};
const noForgottenSignal = {
  selector: "MemberExpression[object.name='AbortSignal'][property.name='any']",
  message: 'Node forgets timeouts in it: deadlineIn().',
};
const noTransactionBesideKey = {
  selector: "CallExpression[callee.property.name='transaction'][callee.object.object.name='ctx']",
  message: 'A call writes in ctx.write(): it commits together with the key of a repeated request.',
};

const noFetch = { name: 'fetch', message: 'Use useCall / useSend.' };
const noStorage = ['localStorage', 'sessionStorage'].map((name) => ({
  name,
  message: 'It throws, and holds anything: web/src/kit/browser/browser-storage.ts.',
}));

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', '.data/**', 'server/migrations/**'] },
  ...tseslint.configs.strict,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      'max-depth': ['error', 3],
      complexity: ['error', 10],
      eqeqeq: 'error',
      '@typescript-eslint/no-invalid-void-type': ['error', { allowInGenericTypeArguments: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-restricted-syntax': [
        'error',
        noBareDate,
        noHtmlSink,
        noMathRandom,
        noForgottenSignal,
        noTransactionBesideKey,
      ],
    },
  },
  {
    // The browser's own clock and fetch are asked in two places only: web/src/api and web/src/kit/text/clock.ts.
    files: ['web/src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks, ...jsxA11y.flatConfigs.strict.plugins },
    rules: {
      ...reactHooks.configs.recommended.rules,
      ...jsxA11y.flatConfigs.strict.rules,
      // A table with role=grid is the one interactive table of the product; its cells carry the controls.
      'jsx-a11y/no-noninteractive-element-to-interactive-role': ['error', { table: ['grid'] }],
      'no-restricted-globals': ['error', noFetch, ...noStorage],
    },
  },
  { files: ['web/src/api/**/*.ts'], rules: { 'no-restricted-globals': ['error', ...noStorage] } },
  // Before the product's scripts there is neither the client nor what reads a browser's storage.
  { files: ['web/src/first/main.ts'], rules: { 'no-restricted-globals': 'off' } },
  {
    files: ['web/src/**/*.test.{ts,tsx}', 'web/src/testing/**'],
    rules: { 'no-restricted-globals': ['error', noFetch] },
  },
  {
    files: [
      '**/*.test.{ts,tsx}',
      '**/testing/**',
      'e2e/**',
      'bench/**',
      'fault-tests/**',
      'fuzz/**',
      'year/**',
      'launcher/**',
      'simulators/**',
    ],
    rules: { 'no-restricted-syntax': ['error', noHtmlSink] },
  },
);
