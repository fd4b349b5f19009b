import type { ClientBase } from 'pg';

export interface Table {
  name: string;
  /** All that are stored, in their order. */
  columns: string[];
  /** Its rows' order, in SQL: the primary key, byte by byte whatever the database's language. */
  key: string[];
}

/**
 * Their rows stay behind. A session that was ended after the backup must not begin again, nor a code be good again that
 * was used; what was counted is over; tokens of external services are asked for anew and have no business in a file.
 */
export const LEFT_OUT: ReadonlySet<string> = new Set(['sessions', 'otp_challenges', 'throttles', 'service_tokens']);

/** The product's tables; those of an extension are not ours. */
export async function tablesOf(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname::text as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns,
      array(select quote_ident(a.attname) || case when a.attcollation = 0 then '' else ' collate "C"' end
        from pg_constraint p, unnest(p.conkey) with ordinality as k (attnum, place), pg_attribute a
        where p.conrelid = c.oid and p.contype = 'p' and a.attrelid = c.oid and a.attnum = k.attnum
        order by k.place) as key
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by c.relname collate "C"`);
  return rows;
}

/** The partitions of the product's tables, as SQL names them. A backup reads and fills them by their tables. */
export async function partitionsOf(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relispartition order by relname collate "C"`,
  );
  return rows.map(({ name }) => name);
}
