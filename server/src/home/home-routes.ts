import { home } from '@coverdesk/domain/home/home-contract.ts'
import type { RouteParts } from '../feature.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { readHome } from './read-home.ts'

export function homeRoutes(on: Bind, { notedRecords }: Pick<RouteParts, 'notedRecords'>): void {
  on(home.day, (call) => readHome(call, notedRecords))
}
