import { prepareDatabase } from '../platform/db/schema/app-role.ts';
import { command, print } from './command.ts';

// For a step before the nodes start, so that they need not know the address of the role that owns the tables.
await command(async (config) => {
  await prepareDatabase(config);
  print('The database is prepared for this version.');
  return 0;
});
