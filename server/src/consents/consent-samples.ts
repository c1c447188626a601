import { randomUUID } from 'node:crypto'
import { consent } from '@coverdesk/domain/applications/consent-contract.ts'
import { callAs, type TestApp } from '../testing/test-app.ts'

interface Wish {
  agentId: number | null
  email?: string | null
  phone?: string | null
}

/** A marketplace application of Ida Case, who was not asked for consent; returns its id at the exchange. */
export async function unconsented({ db }: TestApp, { agentId, email = null, phone = null }: Wish): Promise<string> {
  const appId = `83-${randomUUID()}`
  await db
    .insertInto('marketplace_applications')
    .values({
      exchange_assigned_id: appId,
      snapshot_at: new Date(),
      agent_id: agentId,
      user_zip_code: '33165',
      user_first_name: 'Ida',
      user_last_name: 'Case',
      user_email: email,
      user_phone: phone,
    })
    .execute()
  return appId
}

/** Signs the consent of a link as its client does. */
export async function signByLink(
  { app }: TestApp,
  id: string,
  { language = 'en', signedName = 'Ida Case' }: { language?: 'en' | 'es'; signedName?: string } = {},
): Promise<void> {
  const { texts } = await callAs(app, null, consent.page, { id })
  const { sha256 } = texts[language]
  await callAs(app, null, consent.sign, { id, language, agreed: true, signedName, sha256 })
}
