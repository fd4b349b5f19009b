import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** What the engine does when it likes to. */
export const collectGarbage = runInNewContext('gc') as () => void;
