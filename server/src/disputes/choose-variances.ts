import type { DisputeInput, DisputePreview } from '@coverdesk/domain/disputes/dispute-contract.ts'
import { maxDisputed } from '@coverdesk/domain/disputes/dispute-contract.ts'
import { owedClasses } from '@coverdesk/domain/expected/variance-class.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { amountOf, cents } from '@coverdesk/domain/fields/amount.ts'
import type { VarianceRow } from '@coverdesk/domain/variances/variance-contract.ts'
import { varianceStatusIds } from '@coverdesk/domain/variances/variance-status-ids.ts'
import { sql } from 'kysely'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Db } from '../platform/db/database.ts'
import { matchingIds } from '../platform/lists/matching-ids.ts'
import { selectVariances, varianceList } from '../variances/variance-list.ts'
import { visibleVariance } from '../variances/variance-queries.ts'

/** A variance that was chosen for a dispute, or why it cannot be disputed. */
export interface ChosenVariance extends VarianceRow {
  why: string | null
}

/** Locks the chosen variances that the user sees, in id order, and says which of them cannot be disputed. */
export async function chooseVariances(db: Db, user: SignedIn, input: DisputeInput): Promise<ChosenVariance[]> {
  const visibility = user.visibility('Statement')
  const ids = input.ids ?? (await idsOf(db, user, input))
  await sql`
    select from variances v where v.id = any(${ids}::bigint[]) and ${visibleVariance(visibility)}
    order by v.id for no key update`.execute(db)
  const { rows } = await sql<VarianceRow & { dispute: number | null }>`
    select chosen.*, (select max(d.id) from dispute_items i join disputes d on d.id = i.dispute_id
      where i.variance_id = chosen.id and d.outcome is null) as dispute
    from (${selectVariances} where v.id = any(${ids}::bigint[]) and ${visibleVariance(visibility)}) chosen
    order by chosen.id`.execute(db)
  return rows.map(({ dispute, ...row }) => ({ ...row, why: whyNot(row, dispute) }))
}

function whyNot({ closedAt, class: of, statusId }: VarianceRow, dispute: number | null): string | null {
  if (closedAt !== null) return 'A file settled them'
  if (statusId === varianceStatusIds['Written Off']) return 'They are written off'
  if (!owedClasses.includes(of)) return 'The carrier owes nothing for them'
  return dispute === null ? null : `They are in dispute ${dispute}`
}

async function idsOf(db: Db, user: SignedIn, { filter = {} }: DisputeInput): Promise<number[]> {
  const request = { ...filter, pageNumber: 1, pageSize: 1 }
  const ids = await matchingIds(db, varianceList(filter), request, user.visibility('Statement'), maxDisputed + 1)
  if (ids.length > maxDisputed)
    fail('dispute.too_many', {
      message: `Dispute at most ${maxDisputed.toLocaleString('en-US')} variances at once: narrow the filters.`,
    })
  return ids
}

/** Variances that can be disputed, by carrier. */
export function packsOf(chosen: readonly ChosenVariance[]): (readonly ChosenVariance[])[] {
  return [
    ...Map.groupBy(
      chosen.filter(({ why }) => why === null),
      ({ carrierId }) => carrierId,
    ).values(),
  ]
}

export const stakeOf = (rows: readonly VarianceRow[]) =>
  amountOf(rows.reduce((sum, { stake }) => sum + (cents(stake) ?? 0), 0))

/** The earliest last day to dispute. */
export const firstDeadline = (rows: readonly VarianceRow[]): string | null =>
  rows.flatMap(({ disputeBy }) => disputeBy ?? []).sort()[0] ?? null

/** What disputing the chosen variances would make. */
export function previewOf(chosen: readonly ChosenVariance[], today: string): DisputePreview {
  return {
    packs: packsOf(chosen).flatMap((rows) =>
      rows[0]
        ? {
            carrierId: rows[0].carrierId,
            carrier: rows[0].carrier,
            variances: rows.length,
            stake: stakeOf(rows),
            disputeBy: firstDeadline(rows),
            late: rows.filter(({ disputeBy }) => disputeBy !== null && disputeBy < today).length,
          }
        : [],
    ),
    leftOut: [
      ...Map.groupBy(
        chosen.filter(({ why }) => why !== null),
        ({ why }) => why ?? '',
      ),
    ].map(([why, rows]) => ({
      why,
      variances: rows.length,
    })),
  }
}
