/** Folders that import each other in a loop have no direction; tests, and the entry that starts everything, do not count. */
const rules = require('./.dependency-cruiser.cjs'); // eslint-disable-line @typescript-eslint/no-require-imports -- a configuration that the tool reads with require
module.exports = {
  forbidden: [
    {
      name: 'no-circles-of-folders',
      comment: 'folders never import each other in a loop',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    ...rules.options,
    exclude: { path: '(^|/)dist/|\\.test\\.tsx?$|/testing/|^server/src/main\\.ts$|^web/src/main\\.tsx$' },
  },
};
