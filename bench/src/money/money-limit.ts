import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/** A copy of the table of statement lines: same columns, same indexes, no triggers, no foreign keys. */
export async function openMoneyLimit(pool: pg.Pool): Promise<void> {
  await pool.query(`
    drop table if exists limit_lines, limit_statement;
    create table limit_lines (like commission_lines including all);
    create unlogged table limit_statement (line bigint generated always as identity, carrier text, npn text, number text, name text,
      month int, year int, members int, amount numeric(12, 2))`)
}

export async function closeMoneyLimit(pool: pg.Pool): Promise<void> {
  await pool.query('drop table if exists limit_lines, limit_statement')
}

/**
 * Reference for a statement in plain SQL: COPY the file through Node into an unlogged table, and one join with the policies and agents
 * that writes the lines with their policy, agent and difference from what is due.
 */
export async function loadStatementByLimit(pool: pg.Pool, file: string, carrierId: number): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('truncate limit_statement')
    await pipeline(
      createReadStream(file, { highWaterMark: 256 * 1024 }),
      client.query(
        copyFrom(
          'copy limit_statement (carrier, npn, number, name, month, year, members, amount) from stdin (format csv, header)',
        ),
      ),
    )
    await client.query("begin; set local work_mem = '128MB'")
    await client.query(
      `insert into limit_lines (policy_id, carrier_id, month, kind, members, amount, policy_number, insured_name, agent_npn, agent_id,
         agent_by, last_line, confidence)
       select p.id, $1, make_date(t.year, t.month, 1), 'other', t.members, t.amount, t.number, t.name, t.npn, a.id, 'file', t.line,
         case when t.amount = 20 * least(p.number_of_members, 5) then 100 else 0 end
       from limit_statement t left join policies p on p.carrier_id = $1 and p.policy_number = t.number
       left join agents a on a.npn = t.npn`,
      [carrierId],
    )
    await client.query('commit')
  } finally {
    client.release()
  }
}
