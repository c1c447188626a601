import type { planDirectory } from '@coverdesk/domain/plans/directory-contract.ts'
import { callerOf } from '../../access/accounts/account-name.ts'
import { rateLimit } from '../../access/rate-limit.ts'
import { withTimeout } from '../../marketplace/exchange/exchange-requests.ts'
import type { Call, Handler } from '../../platform/http/http-call.ts'
import { findDirectory } from './find-directory.ts'

/** Maximum requests per quarter hour from one address without a session: a search is sent while a name is typed. */
const limit = { limit: 600, minutes: 15 }

async function takeTurnOf({ db, address, caller }: Call): Promise<void> {
  if (!caller) await rateLimit(db, { call: 'directory', caller: callerOf(address), ...limit })
}

/** Doctors or drugs by a part of their name. */
export const searchDirectory: Handler<typeof planDirectory.search> = async (call, question) => {
  await takeTurnOf(call)
  const directory = await findDirectory(call, question)
  return await withTimeout((signal) => directory.search(question, signal))
}

/** Whether plans cover doctors and drugs. */
export const coverageOfPlans: Handler<typeof planDirectory.coverage> = async (call, question) => {
  await takeTurnOf(call)
  const directory = await findDirectory(call, question)
  return await withTimeout((signal) => directory.coverage(question, signal))
}
