import { finished } from 'node:stream/promises'
import { policyExport, policyList } from '@coverdesk/server/src/policies/policy-list.ts'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'

/** One statement for the rows of an export, in the order of the list. `where` is SQL of this benchmark. */
export function exportSelect(where: string, columns = policyExport.columns): string {
  const joins = policyList.joins.replace('$1', String(new Date().getFullYear()))
  return `select ${columns.map((column) => column.expression).join(', ')} from ${policyList.table} ${joins}
    where ${where} order by p.sort_name, p.id`
}

/** Reference for an export: COPY of the same rows through Node to `take`. */
export async function copyOut(
  url: string,
  select: string,
  take: (bytes: Buffer) => void,
  format = 'csv',
): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const stream = client.query(copyTo(`copy (${select}) to stdout (format ${format})`))
    stream.on('data', take)
    await finished(stream)
  } finally {
    await client.end()
  }
}
