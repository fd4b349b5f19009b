/** Folders that import each other in a loop have no direction; tests, and the entry that starts everything, do not count. */
const { options } = require('./.dependency-cruiser.cjs');
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
    ...options,
    exclude: { path: '(^|/)dist/|\\.test\\.tsx?$|/testing/|^server/src/main\\.ts$|^web/src/main\\.tsx$' },
  },
};
