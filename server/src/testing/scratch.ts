import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';

const { url } = inject('database');

/** The address of the server's database of this name, as another role where one is given. */
export const addressOf = (database: string, role?: { name: string; password: string }): string => {
  const address = new URL(url);
  address.pathname = `/${database}`;
  if (role) Object.assign(address, { username: role.name, password: role.password });
  return address.href;
};

/** Asks a database on a connection of its own. */
export async function ask<Row extends object>(address: string, statement: string, values?: unknown[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query<Row>(statement, values)).rows;
  } finally {
    await client.end();
  }
}

/** A new database, empty or a copy of another one; gone after the test. */
export async function scratchDatabase(template = 'template1'): Promise<{ name: string; url: string }> {
  const name = `desk_scratch_${randomBytes(6).toString('hex')}`;
  await ask(url, `create database ${name} template ${template}`);
  onTestFinished(async () => {
    await ask(url, `drop database if exists ${name} with (force)`);
  });
  return { name, url: addressOf(name) };
}

/** A role that may log in and nothing else; gone after the test, which must drop what it may do first. */
export async function scratchRole(options = '') {
  const role = { name: `desk_role_${randomBytes(6).toString('hex')}`, password: randomBytes(12).toString('hex') };
  await ask(url, `create role ${role.name} login password '${role.password}' ${options}`);
  onTestFinished(async () => {
    await ask(url, `drop role if exists ${role.name}`);
  });
  return role;
}
