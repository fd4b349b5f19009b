/** The house rules. Each is one line of ARCHITECTURE.md; `npm run check` keeps them. */
const never = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const TEST = '\\.test\\.tsx?$|/testing/';
module.exports = {
  forbidden: [
    never('no-circles', 'files never import each other in a loop', {}, { circular: true }),
    never(
      'contract-stands-alone',
      'the contract knows neither side',
      { path: '^contract/' },
      { path: '^(server|web|simulators|launcher|e2e|bench|fault-tests|fuzz|year)/' },
    ),
    never(
      'two-sides-meet-in-contract',
      'server and web never import each other',
      { path: '^(server|web)/' },
      { path: '^(server|web)/', pathNot: '^$1/' },
    ),
    never(
      'product-imports-no-tools',
      'server and web know neither simulators nor launcher',
      { path: '^(server|web)/', pathNot: TEST },
      { path: '^(simulators|launcher|e2e|bench|fault-tests|fuzz|year)/' },
    ),
    never(
      'simulators-stand-alone',
      'a simulator shares no code with what it tests',
      { path: '^simulators/', pathNot: TEST },
      { path: '^(contract|server|web|launcher|e2e|bench|fault-tests|fuzz|year)/' },
    ),
    never(
      'the-oracle-stands-alone',
      'what assesses a year knows nothing of what it assesses',
      { path: '^year/oracle/' },
      { pathNot: '^year/oracle/|node_modules/vitest/', dependencyTypesNot: ['core'] },
    ),
    never(
      'contract-is-zod-only',
      'the contract needs zod and nothing else',
      { path: '^contract/src', pathNot: TEST },
      { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: 'node_modules/zod/' },
    ),
    never(
      'server-features-are-isolated',
      'a feature never imports another',
      { path: '^server/src/features/([^/]+)/', pathNot: TEST },
      { path: '^server/src/features/', pathNot: '^server/src/features/$1/' },
    ),
    never(
      'web-features-are-isolated',
      'a feature never imports another',
      { path: '^web/src/features/([^/]+)/', pathNot: TEST },
      { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    ),
    // The layers of the server: features → domain → providers → integrations, auth → platform → config, contract.
    never(
      'config-is-the-ground',
      'the settings know nothing of what they are for',
      { path: '^server/src/(config|guessable-key|database-address)', pathNot: TEST },
      { path: '^server/src/', pathNot: '^server/src/(config|guessable-key|database-address)' },
    ),
    never(
      'platform-knows-no-layer-above',
      'what any server needs knows nothing of resellers, logins or services',
      { path: '^server/src/platform/', pathNot: TEST },
      { path: '^server/src/(auth|integrations|providers|domain|features|app|cli|backup|main)' },
    ),
    never(
      'auth-knows-platform-only',
      'passwords, codes and sessions know no service and no business',
      { path: '^server/src/auth/', pathNot: TEST },
      { path: '^server/src/(integrations|providers|domain|features|app|cli|backup|main)' },
    ),
    never(
      'integrations-know-platform-only',
      'a client of a service knows no business',
      { path: '^server/src/integrations/', pathNot: TEST },
      { path: '^server/src/(auth|providers|domain|features|app|cli|backup|main)' },
    ),
    never(
      'providers-know-integrations-only',
      'the port and its adapters know clients, and no business',
      { path: '^server/src/providers/', pathNot: TEST },
      { path: '^server/src/(auth|domain|features|app|cli|backup|main)' },
    ),
    never(
      'the-port-knows-no-adapter',
      'what everybody sees of the providers is the same for all of them',
      { path: '^server/src/providers/[^/]+$', pathNot: TEST },
      { path: '^server/src/providers/[^/]+/' },
    ),
    never(
      'adapters-are-isolated',
      'an adapter never imports another',
      { path: '^server/src/providers/([^/]+)/', pathNot: '^server/src/providers/testing/' },
      { path: '^server/src/providers/[^/]+/', pathNot: '^server/src/providers/($1|testing)/' },
    ),
    never(
      'adapters-stand-behind-the-port',
      'what puts the app together makes the adapters; everybody else knows the port',
      { pathNot: '^server/src/(providers|testing)/|^server/src/app/clients\\.ts$|^launcher/demo/' },
      { path: '^server/src/providers/[^/]+/' },
    ),
    never(
      'clients-of-sellers-are-for-their-adapter',
      'whoever sells subscriptions is asked through the port',
      { path: '^server/', pathNot: '^server/src/(integrations|providers)/google-reseller/' },
      { path: '^server/src/integrations/google-reseller/' },
    ),
    never(
      'domain-knows-no-feature',
      'what features share knows none of them',
      { path: '^server/src/domain/', pathNot: TEST },
      { path: '^server/src/(features|app|cli|backup|main)' },
    ),
    never(
      'features-know-no-app',
      'the app puts the features together',
      { path: '^server/src/features/', pathNot: TEST },
      { path: '^server/src/(app|cli|backup|main)' },
    ),
    never(
      'kit-is-for-any-product',
      'the kit knows no feature, no part and no contract',
      { path: '^web/src/kit/' },
      { path: '^(contract/|web/src/(features|parts|app|api)/)' },
    ),
    never(
      'screens-know-the-kit',
      'what a screen is drawn with comes from the kit, whatever library the kit takes it from',
      { path: '^web/src/(features|parts|app)/', pathNot: TEST },
      {
        dependencyTypes: ['npm'],
        pathNot: '^contract/|node_modules/(react|@tanstack/react-(query|router)|zod|@fontsource-variable)/',
      },
    ),
    never(
      'parts-know-no-feature',
      'a part is opened by features, never the other way',
      { path: '^web/src/parts/' },
      { path: '^web/src/(features|app)/' },
    ),
    never(
      'app-is-on-top',
      'only main knows the app',
      { path: '^web/src/(features|parts|kit|api)/', pathNot: TEST },
      { path: '^web/src/app/' },
    ),
    never(
      'sql-lives-in-queries-commands-and-jobs',
      'only they (and the tests) speak to the database',
      { path: '^server/src/features/', pathNot: '/(queries|commands|jobs)\\.ts$|' + TEST },
      { path: '^server/src/platform/db/|node_modules/(drizzle-orm|pg)/' },
    ),
    never(
      'rules-are-pure',
      'rules know the contract and other rules only',
      { path: '^server/src/features/[^/]+/rules\\.ts$' },
      {
        path: '^server/src/',
        pathNot:
          '^server/src/(features/[^/]+/rules\\.ts|platform/(time|mail|domain-names)/|domain/(messages/|subscriptions/buying\\.ts|reminders/policy\\.ts))',
      },
    ),
    never(
      'tables-belong-to-db',
      'tables know only tables',
      { path: '^server/src/platform/db/tables/' },
      { path: '^server/src/', pathNot: '^server/src/platform/db/(tables|columns)' },
    ),
    never(
      'fetch-lives-in-api',
      'screens call through the hooks',
      { path: '^web/src/(features|kit|parts|app)/', pathNot: TEST },
      { path: '^web/src/api/client' },
    ),
    never(
      'server-feature-vocabulary',
      'a feature is spelled routes, queries, commands, rules, jobs, and *.page where the server makes its pages',
      {},
      {
        path: '^server/src/features/',
        pathNot: '^server/src/features/[a-z-]+/(routes|queries|commands|rules|jobs|[a-z-]+\\.page)\\.ts$|' + TEST,
      },
    ),
    never(
      'web-feature-vocabulary',
      'a feature is spelled *.screen, *.list, *.dialog, *.form, *.fields, *.filter, *.panel, columns, hooks, model',
      {},
      {
        path: '^web/src/features/',
        pathNot:
          '^web/src/features/[a-z-]+/([a-z-]+\\.(screen|list|dialog|form|fields|filter|panel)\\.tsx|[a-z-]*columns\\.tsx|(hooks|model)\\.ts|[a-z-]+\\.module\\.css)$|' +
          TEST,
      },
    ),
    never(
      'no-test-code-in-production',
      'tests are imported by tests only',
      { pathNot: TEST + '|^(e2e|bench|fault-tests|fuzz|year|launcher)/' },
      { path: TEST },
    ),
    never(
      'declared-packages-only',
      'a package is declared by the workspace that imports it',
      {},
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),
    never(
      'no-dev-packages-in-production',
      'production code needs production packages, but for what only runs from source',
      { path: '^(contract|server|web)/src', pathNot: TEST + '|\\.config\\.ts$|/thread-from-source\\.ts$' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm'], pathNot: '@types/' },
    ),
    never('nothing-unresolved', 'every import is found', {}, { couldNotResolve: true }),
    never(
      'no-orphans',
      'every file is reached',
      { orphan: true, pathNot: TEST + '|\\.d\\.ts$|\\.config\\.(ts|js)$' },
      {},
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.css'],
    },
  },
};
