import { firstOfMonth } from '@coverdesk/domain/fields/month-text.ts'
import type { PayBasis } from '@coverdesk/domain/pay-terms/pay-term-fields.ts'

/** '70', '33.333': a percentage without trailing zeros. */
export const percentOf = (column: string) => `trim_scale(${column})::text`
/** 'MM/YYYY' of a month. */
export const monthOf = (column: string) => `to_char(${column}, 'MM/YYYY')`

/** '70 %' or '$12.00 per member', of `t`. */
export const partExpression = `case t.basis when 'percent' then trim_scale(t.percent) || ' %' else '$' || t.amount || ' per member' end`

export const timeWords = { now: 'In force', coming: 'Upcoming', ended: 'Ended' } as const

export const partColumns = (said: { basis: PayBasis; percent: string | null; amount: string | null }) => ({
  basis: said.basis,
  percent: said.percent,
  amount: said.amount,
})

export const spanColumns = (said: { startDate: string; endDate: string | null }) => ({
  start_date: said.startDate,
  end_date: said.endDate,
})

export const monthColumns = (said: { firstMonth: string; lastMonth: string | null }) => ({
  first_month: firstOfMonth(said.firstMonth),
  last_month: said.lastMonth === null ? null : firstOfMonth(said.lastMonth),
})
