import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { BadSetting } from '../../config.ts';

const hasCode = (error: unknown, code: string): boolean => (error as NodeJS.ErrnoException).code === code;

/** Whole on disk before it has the name under which it is looked for; whoever else gave a file that name was first. */
async function makeKey(file: string): Promise<void> {
  const unnamed = `${file}.${randomBytes(6).toString('hex')}`;
  await mkdir(dirname(file), { recursive: true });
  try {
    const opened = await open(unnamed, 'wx', 0o600);
    try {
      await opened.writeFile(`${randomBytes(32).toString('base64url')}\n`);
      await opened.sync();
    } finally {
      await opened.close();
    }
    await link(unnamed, file).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error;
    });
  } finally {
    await rm(unnamed, { force: true });
  }
}

/**
 * The key in a file, made where there is none: nodes that share the folder and start together get the same one.
 * @throws BadSetting where the file is empty: everybody knows that key.
 */
export async function readOrMakeKey(file: string): Promise<string> {
  const read = async (): Promise<string> => {
    const key = (await readFile(file, 'utf8')).trim();
    if (key === '')
      throw new BadSetting(`The file ${file} is empty. Put the key back that was in it, or set SECRET_KEY.`);
    return key;
  };
  return read().catch(async (error: unknown) => {
    if (!hasCode(error, 'ENOENT')) throw error;
    await makeKey(file);
    return read();
  });
}
