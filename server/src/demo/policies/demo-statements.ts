import { cents } from '@coverdesk/domain/fields/amount.ts'
import { firstOf, monthOf, plusDays } from '../demo-calendar.ts'
import { commissionMonths } from './demo-batches.ts'
import type { DemoCarrier } from './demo-carriers.ts'
import type { DemoWorld } from './demo-policies.ts'

/** A carrier's imported statement of one month. */
export interface DemoStatement {
  id: number
  carrierId: number
  /** First day of the month. */
  month: string
  fileName: string
  loadedAt: string
  /** Lines so far, and their sum in cents. */
  lines: number
  sum: number
}

/** Numbers the commission lines of the demo within the statements that brought them. */
export function demoStatements({ today, batches }: Pick<DemoWorld, 'today' | 'batches'>) {
  const { first, last } = commissionMonths(today)
  const statements = new Map<number, DemoStatement>()

  /** Statement and line number of the next line of a carrier's month. */
  const add = (carrier: DemoCarrier, month: string, amount: string): { batchId: number; line: number } => {
    const at = monthOf(month)
    const id = batches.length + 1 + (carrier.id - 1) * (last - first + 1) + at - first
    const statement = statements.get(id) ?? statementOf(id, carrier, at)
    statements.set(id, statement)
    statement.lines++
    statement.sum += cents(amount) ?? 0
    // The first line has the headings.
    return { batchId: id, line: statement.lines + 1 }
  }

  const statementOf = (id: number, carrier: DemoCarrier, at: number): DemoStatement => {
    const month = firstOf(at)
    const due = plusDays(firstOf(at + 1), 9 + (carrier.id % 9))
    const loadedOn = due < today ? due : plusDays(today, -1)
    const stem = carrier.name.toLowerCase().replace(/[^a-z]+/g, '_')
    const loadedAt = `${loadedOn}T15:${String(carrier.id).padStart(2, '0')}:00Z`
    const fileName = `${stem}_commissions_${month.slice(0, 7).replace('-', '')}.csv`
    return { id, carrierId: carrier.id, month, fileName, loadedAt, lines: 0, sum: 0 }
  }

  return { add, all: () => [...statements.values()].sort((a, b) => a.id - b.id) }
}
