import { emergency } from '@coverdesk/domain/emergency/emergency-contract.ts'
import { sql } from 'kysely'
import type { Bind } from '../platform/http/http-call.ts'
import { askEmergency, decideEmergency, endEmergency } from './change-emergency.ts'
import { findEmergencies, openEmergency } from './emergency-queries.ts'

export function emergencyRoutes(on: Bind): void {
  on(emergency.list, ({ db, now, services }) => {
    const { org } = services.config
    return findEmergencies(db, now, sql`${org}::text is null or u.org = ${org}`)
  })
  on(emergency.own, ({ db, now, user }) => openEmergency(db, now, user.id))
  on(emergency.ask, askEmergency)
  on(emergency.decide, decideEmergency)
  on(emergency.end, endEmergency)
}
