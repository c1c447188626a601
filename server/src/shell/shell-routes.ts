import { agencyTimeZone } from '@coverdesk/domain/fields/agency-moment.ts'
import { messageChannels } from '@coverdesk/domain/messages/message-kinds.ts'
import { done } from '@coverdesk/domain/platform/route.ts'
import { type ScreenPreference, shell } from '@coverdesk/domain/shell/shell-contract.ts'
import { sql } from 'kysely'
import { receiverOf } from '../handoffs/make-hand-off.ts'
import { canSend, isTestInbox } from '../messages/queue-message.ts'
import { inactivityLimit } from '../platform/auth/inactivity.ts'
import { brandOf } from '../platform/config/brands.ts'
import type { Bind } from '../platform/http/http-call.ts'

export function shellRoutes(on: Bind, { buildId }: { buildId: string }): void {
  on(shell.configuration, async ({ services: { brands, config }, host }) => ({
    org: config.org,
    brand: brandOf(brands, host),
    inactivitySeconds: inactivityLimit(config, host),
    buildId,
    demo: config.demo,
    passwordPolicy: config.passwordPolicy,
    outbox: messageChannels.some((channel) => isTestInbox(config, channel)),
    sendsEmail: canSend(config, 'email'),
    timeZone: agencyTimeZone,
    marketplaceRedirectUrl: receiverOf(config, 'marketplace')?.url ?? null,
    marketplaceReturnUrl: config.handOffs.marketplace?.returns ?? false,
    edeUrl: config.handOffs.ede?.url ?? null,
    telephonyUrl: config.handOffs.telephony?.url ?? null,
    marketingUrl: config.handOffs.marketing?.url ?? null,
  }))
  on(shell.preferences, async ({ db, user }) => {
    const { rows } = await sql<{ screen: string; chosen: ScreenPreference }>`
      select screen, chosen from user_preferences where user_id = ${user.id}`.execute(db)
    return Object.fromEntries(rows.map((row) => [row.screen, row.chosen]))
  })
  on(shell.savePreference, async ({ db, user }, { screen, chosen }) => {
    await sql`
      insert into user_preferences (user_id, screen, chosen) values (${user.id}, ${screen}, ${JSON.stringify(chosen)}::jsonb)
      on conflict (user_id, screen) do update set chosen = excluded.chosen`.execute(db)
    return done
  })
}
