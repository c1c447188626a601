import { isDeepStrictEqual } from 'node:util'
import type { AreaEffect, users, VisibilityEffect } from '@coverdesk/domain/users/user-contract.ts'
import type { Rule } from '@coverdesk/domain/users/visible-agents.ts'
import type { z } from 'zod'
import { seenRecords } from '../../platform/auth/visibility.ts'
import type { Handler } from '../../platform/http/http-call.ts'
import { findUser, visibilityOf } from '../user-queries.ts'
import { type AreaLists, type AreaViewer, opensArea, recordsSeen } from './area-lists.ts'
import { uniqueRules } from './set-visibility.ts'

/**
 * Previews what a user would see with the given rules in every area, beside the current state, with the rule and count of
 * the area's own list: '412 policies of 3 agents, now 20,412'. Changes nothing.
 */
export const previewVisibility =
  (lists: AreaLists): Handler<typeof users.previewVisibility> =>
  async ({ db, services, now }, input): Promise<z.output<typeof VisibilityEffect>> => {
    const user = await findUser(db, services.config.org, input.id)
    const before: AreaViewer = {
      ...user,
      ownAgentId: user.agentId,
      entries: (await visibilityOf(db, user.id)).map(asStored),
    }
    const after: AreaViewer = {
      ...before,
      roles: input.roles ?? user.roles,
      claims: input.claims ?? user.claims,
      hasFullAgentAccess: input.hasFullAgentAccess ?? user.hasFullAgentAccess,
      entries: (await uniqueRules(db, input.rules)).map(asStored),
    }
    const effects = [...lists].map(async ([area, list]): Promise<AreaEffect> => {
      const [seen, seenNow] = [seenRecords(after, area), seenRecords(before, area)]
      const [opens, opensNow] = [opensArea(after, list), opensArea(before, list)]
      return {
        area,
        agents: seen.all ? null : seen.agentIds.length,
        records: await recordsSeen(db, after, [area, list], now),
        recordsNow: await recordsSeen(db, before, [area, list], now),
        opens,
        opensNow,
        changes: opens !== opensNow || (opens && !isDeepStrictEqual(seen, seenNow)),
      }
    })
    return { areas: await Promise.all(effects) }
  }

const asStored = ({ agentId, resourceId }: Rule) => ({ agent_id: agentId, resource_id: resourceId })
