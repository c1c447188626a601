import { createHash } from 'node:crypto'
import { monthText } from '@coverdesk/domain/fields/month-text.ts'
import PDFDocument from 'pdfkit'
import type { LentConnection } from '../../platform/db/connection.ts'

interface ScheduleLine {
  carrierId: number
  carrier: string
  business: string
  scope: string
  amount: string
}

const businessWords: Readonly<Record<string, string>> = {
  new: 'New business',
  renewal: 'Renewals',
  both: 'All business',
}

/** The document of each carrier that its rows of the year of `today` were taken from: one page with the rates. */
export async function seedScheduleDocuments(client: LentConnection, today: string, userId: number): Promise<void> {
  const year = Number(today.slice(0, 4))
  const { rows } = await client.query<ScheduleLine>(
    `select s.carrier_id::int as "carrierId", c.name as carrier, s.business, s.scope_value as scope, s.amount::text
     from commission_schedules s join carriers c on c.id = s.carrier_id where s.first_month = $1::date order by s.id`,
    [`${year}-01-01`],
  )
  for (const [carrierId, lines] of Map.groupBy(rows, (row) => row.carrierId)) {
    const content = await pageOf(year, lines)
    await client.query(
      `with kept as (
        insert into files (name, mime, bytes, sha256, content, created_at, created_by)
        values ($1, 'application/pdf', $2, $3, $4, least($5::date + 4, $6::date - 1) + interval '14 hours', $7) returning id
      )
      update commission_schedules s set document_id = kept.id from kept where s.carrier_id = $8 and s.first_month = $5::date`,
      [
        `Broker compensation ${year}.pdf`,
        content.length,
        createHash('sha256').update(content).digest(),
        content,
        `${year}-01-01`,
        today,
        userId,
        carrierId,
      ],
    )
  }
}

async function pageOf(year: number, lines: readonly ScheduleLine[]): Promise<Buffer> {
  const title = `${lines[0]?.carrier ?? ''}: broker compensation ${year}`
  const document = new PDFDocument({ size: 'LETTER', margin: 64, lang: 'en-US', info: { Title: title } })
  const pieces: Buffer[] = []
  document.on('data', (piece: Buffer) => pieces.push(piece))
  const written = new Promise<void>((resolve, reject) => {
    document.on('end', resolve)
    document.on('error', reject)
  })
  document.fontSize(16).text(title).moveDown()
  document
    .fontSize(10)
    .text(`Individual plans, coverage from ${monthText(1, year)} to ${monthText(12, year)}.`)
    .moveDown()
  for (const { business, scope, amount } of lines)
    document.text(
      `${businessWords[business] ?? business}${scope ? `, ${scope} plans` : ''}: $${amount} per member per month`,
    )
  document.moveDown().text('Demonstration data. The rates are fictional.')
  document.end()
  await written
  return Buffer.concat(pieces)
}
