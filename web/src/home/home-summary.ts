import { amountOf, cents, showMoney } from '@coverdesk/domain/fields/amount.ts'
import type { Home, HomeGroup, HomeGroupOf } from '@coverdesk/domain/home/home-contract.ts'
import { showCount } from '../ui/basics/cell-value.tsx'

/** Section of the day; undefined without the user's right. */
export function groupOf<Kind extends HomeGroup['kind']>(day: Home, kind: Kind): HomeGroupOf<Kind> | undefined {
  return day.groups.find((group): group is HomeGroupOf<Kind> => group.kind === kind)
}

/** Number of things that wait for the user, with overdue loads and an open month of pay; alerts are only to be read. */
export function waitingIn({ groups, approvals, loads, monthToClose }: Home): number {
  const overdue = (loads ?? []).filter(({ policiesOverdue, statementOverdue }) => policiesOverdue || statementOverdue)
  const ofGroups = groups.reduce((sum, group) => sum + waitingOf(group), 0)
  return ofGroups + (approvals ?? 0) + overdue.length + (monthToClose ? 1 : 0)
}

function waitingOf(group: HomeGroup): number {
  if (group.kind === 'variance') return group.soon.total
  return group.total + (group.kind === 'agent' && !group.own ? group.expired : 0)
}

function stakeOf(group: HomeGroup): number {
  if (group.kind === 'variance') return cents(group.soon.stake) ?? 0
  return 'atStake' in group ? (cents(group.atStake) ?? 0) : 0
}

/** '33 to do, $989.00 at stake'. */
export function summaryOf(day: Home): string {
  const waiting = waitingIn(day)
  if (waiting === 0) return 'Nothing waits for you.'
  const atStake = day.groups.reduce((sum, group) => sum + stakeOf(group), 0)
  const toDo = `${showCount(waiting)} to do`
  return atStake > 0 ? `${toDo}, ${showMoney(amountOf(atStake))} at stake` : toDo
}
